import type { Context } from '../../context.ts';
import type { RecordLoader } from '../loaders.ts';
import type { TermRecord } from '../term/record.ts';

/** The records with these ids that are there and that the caller may see, in the given order. */
export async function loadVisible<R>(loader: RecordLoader<R>, ids: readonly number[]): Promise<R[]> {
  const records = await Promise.all(ids.map((id) => loader.linked(id)));
  return records.filter((record): record is Awaited<R> => record !== undefined);
}

/** Terms in the order of their names. */
export async function loadTerms(
  loader: RecordLoader<TermRecord>,
  ids: readonly number[],
  { language }: Context,
): Promise<TermRecord[]> {
  const terms = await loadVisible(loader, ids);
  return terms.sort((a, b) =>
    a.sort[language] < b.sort[language] ? -1 : a.sort[language] > b.sort[language] ? 1 : a._id - b._id,
  );
}
