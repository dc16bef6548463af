import type { Context } from '../../context.ts';
import { effectiveStatus, mayUpdate } from '../../rules/access.ts';
import { lowerCase } from '../../rules/text.ts';
import type { Repository } from '../shared/repository.ts';
import type { Html, LinkedRecord } from './record.ts';
import type { PostValues } from './write.ts';

/** What linked kinds take besides the fields of their own. */
export interface LinkedValues extends PostValues {
  name?: string | null;
  description?: string | null;
}

/** The record that is meant. */
export interface Namesake<R, Values = LinkedValues> {
  record: R;
  /** What is written into it; nothing is where there are none. */
  values?: Values;
}

/**
 * The first made of the records that this name means already in any language, in any case, that the caller may change: with
 * the same description, likewise, as it was written or as it is shown, if one is sent.
 */
export async function namesakeOf<R extends LinkedRecord>(
  repository: Repository<R>,
  values: LinkedValues,
  { viewer }: Pick<Context, 'viewer'>,
): Promise<Namesake<R> | undefined> {
  const { description } = values;
  const record = (await called(repository, values)).find(
    (each) => mayUpdate(viewer, each) && (description == null || isDescribed(each, lowerCase(description))),
  );
  return record && { record, values: writable(values) };
}

/**
 * The record that this name means inside an event (behaviour §0.34): the first made of those that the caller may change, else
 * of those that are published. A description that was sent does not count.
 */
export async function namesakeInEvent<R extends LinkedRecord>(
  repository: Repository<R>,
  values: LinkedValues,
  { viewer, now }: Pick<Context, 'viewer' | 'now'>,
): Promise<Namesake<R> | undefined> {
  const found = await called(repository, values);
  const own = found.find((each) => mayUpdate(viewer, each));
  if (own) return { record: own, values: writable(values) };
  const published = found.find((each) => effectiveStatus(each, now) === 'publish');
  return published && { record: published };
}

/** The records with this name in any language, in any case, the first made first. */
const called = <R extends LinkedRecord>(repository: Repository<R>, { name }: LinkedValues): Promise<readonly R[]> =>
  repository.find({ names: lowerCase(name ?? ''), status: { $ne: 'trash' } }, { sort: [['_id', 1]] });

/** Name, author, status and dates of a record that is there stay. */
const writable = ({ author: _, date: __, dateUtc: ___, status: ____, name: _____, ...rest }: LinkedValues) => rest;

const isDescribed = (record: LinkedRecord, description: string): boolean =>
  Object.values(record.text as Record<string, { description?: Html }>).some(({ description: said }) =>
    [said?.raw, said?.html].some((text) => text !== undefined && lowerCase(text) === description),
  );
