import type { FindOptions } from '../../data/port.ts';
import type { SeriesRecord } from './record.ts';

/**
 * The maximum number of parts of a divided series that are looked at: the latest. Who divides a weekly series once a month reaches it after
 * eight years.
 */
export const MOST_PARTS = 100;

/** What all parts of a divided series store as `chain`: the UID of the one that was divided first. */
export const chainOf = ({ chain, uid }: Pick<SeriesRecord, 'chain' | 'uid'>): string => chain ?? uid;

/** How the parts of so many chains are found: the latest first. */
export const partsOf = (chains: number) =>
  ({
    sort: [
      ['startsAt', -1],
      ['_id', -1],
    ],
    index: 'parts',
    limit: MOST_PARTS * chains,
  }) as const satisfies FindOptions;
