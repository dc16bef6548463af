import type { Context } from '../../context.ts';
import { mayUpdate } from '../../rules/access.ts';
import { lowerCase } from '../../rules/text.ts';
import type { Repository } from '../shared/repository.ts';
import type { Html, LinkedRecord } from './record.ts';
import type { PostValues } from './write.ts';

/** What linked kinds take besides the fields of their own. */
export interface LinkedValues extends PostValues {
  name?: string | null;
  description?: string | null;
}

/**
 * The first made of the records that this name means already in any language, in any case, that the caller may change: with
 * the same description, likewise, as it was written or as it is shown, if one is sent. And the values that go into it: name,
 * author, status and dates stay.
 */
export async function namesakeOf<R extends LinkedRecord>(
  repository: Repository<R>,
  values: LinkedValues,
  { viewer }: Pick<Context, 'viewer'>,
): Promise<{ record: R; values: LinkedValues } | undefined> {
  const { author: _, date: __, dateUtc: ___, status: ____, name, ...rest } = values;
  const { description } = rest;
  const found = await repository.find(
    { names: lowerCase(name ?? ''), status: { $ne: 'trash' } },
    { sort: [['_id', 1]] },
  );
  const record = found.find(
    (each) => mayUpdate(viewer, each) && (description == null || isDescribed(each, lowerCase(description))),
  );
  return record && { record, values: rest };
}

const isDescribed = (record: LinkedRecord, description: string): boolean =>
  Object.values(record.text as Record<string, { description?: Html }>).some(({ description: said }) =>
    [said?.raw, said?.html].some((text) => text !== undefined && lowerCase(text) === description),
  );
