import type { Context } from '../../context.ts';
import { mayUpdate } from '../../rules/access.ts';
import type { Repository } from '../repository.ts';
import { type Html, type LinkedRecord, lowerCase } from './record.ts';

interface Named {
  name?: string | null;
  description?: string | null;
}

/**
 * The first made of the records that this name means already in any language, in any case, that the caller may change: with
 * the same description, likewise, as it was written or as it is shown, if one is sent.
 */
export async function namesakeOf<R extends LinkedRecord>(
  repository: Repository<R>,
  { name, description }: Named,
  { viewer }: Pick<Context, 'viewer'>,
): Promise<R | undefined> {
  const found = await repository.find(
    { names: lowerCase(name ?? ''), status: { $ne: 'trash' } },
    { sort: [['_id', 1]] },
  );
  return found.find(
    (record) => mayUpdate(viewer, record) && (description == null || isDescribed(record, lowerCase(description))),
  );
}

const isDescribed = (record: LinkedRecord, description: string): boolean =>
  Object.values(record.text as Record<string, { description?: Html }>).some(({ description: said }) =>
    [said?.raw, said?.html].some((text) => text !== undefined && lowerCase(text) === description),
  );
