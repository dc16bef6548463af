import { DomainError } from '../../domain/errors.ts';
import { once } from '../../domain/once-for.ts';
import { compressedOnce } from '../../http/compress.ts';
import { tagOf } from '../../http/conditional.ts';
import { type Answer, type Incoming, isReading } from '../../http/exchange.ts';
import type { Answered } from '../../http/steps.ts';
import { printSorted } from './schema.ts';

/** Answers `/graphql?sdl` with the text of the schema. @throws NO_ROUTE without introspection */
export function createSdlStep(introspection: boolean): (incoming: Incoming) => Answered | object {
  const representation = once((): Pick<Answer, 'content' | 'tag' | 'compressed'> => {
    const content = Buffer.from(printSorted());
    return { content, tag: tagOf(content), compressed: compressedOnce(content) };
  });
  return (incoming) => {
    if (!isReading(incoming) || !incoming.url.searchParams.has('sdl')) return {};
    if (!introspection) throw new DomainError('NO_ROUTE', 'There is nothing at this address.');
    return { answer: { status: 200, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, ...representation() } };
  };
}
