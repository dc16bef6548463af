import { jsonLines, type PageOfLines } from '../../../domain/json-lines.ts';
import type { Answer } from '../../../http/exchange.ts';
import type { Answered } from '../../../http/steps.ts';
import type { OpenStream } from '../../graphql/context.ts';
import { ending } from '../../graphql/writer/ending.ts';
import type { RunOperation } from '../operations.ts';
import type { Ready } from './rest-request.ts';

/** The media type of JSON Lines. */
const JSON_LINES = 'application/x-ndjson; charset=utf-8';

/**
 * Answers with all pages of a row's export as lines, and reads the pages while it sends. `open` takes a slot among the
 * streams that are open now. @throws DomainError if the first page is refused
 */
export const linesStep =
  <Extra extends object>(run: RunOperation, open: (request: Extra) => () => Promise<OpenStream>) =>
  async (request: Ready & Extra): Promise<Answered | object> => {
    const { route, method, variables, context } = request;
    if (!route.lines) return {};
    const pageOf = async (after: string | null, ctx: typeof context): Promise<PageOfLines> =>
      JSON.parse((await run(route.operation, { ...variables, after }, ctx)).json);
    const first = await pageOf(null, context);
    const day = new Date(context.now).toISOString().slice(0, 10);
    const headers = {
      'Content-Type': JSON_LINES,
      'Content-Disposition': `attachment; filename="calendar-${day}.jsonl"`,
      'Cache-Control': 'no-store, private',
      Vary: 'Authorization, Accept-Encoding',
    };
    const answer: Answer = { status: 200, headers, content: '' };
    if (method === 'HEAD') return { answer };
    const stream = await open(request)();
    const lines = jsonLines(async (after) => {
      if (after === null) return first;
      stream.signal.throwIfAborted();
      return pageOf(after, stream.contextAt(await stream.moment()));
    });
    return { answer: { ...answer, stream: ending(lines, stream.end) } };
  };
