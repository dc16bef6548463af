/** The states of a post: an event, or what events link to. `trash` is what deleting makes of them. */
export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;

export type Status = (typeof STATUSES)[number];

/** What they mean, for people. */
export const STATUS_MEANINGS: Readonly<Record<Status, string>> = {
  publish: 'Published: everybody sees it.',
  future: 'Will be published at its date.',
  draft: 'Not finished: seen by its author and by those who may edit the records of others.',
  pending: 'Finished, and waits for somebody who may publish it.',
  private: 'Published for those who may edit it.',
  trash: 'Deleted, and can be brought back.',
};

/** Words a list may be asked for besides: `any` is no filter; the host's two internal states, which no record here has. */
export const STATUS_FILTERS = [...STATUSES, 'any', 'auto_draft', 'inherit'] as const;

export type StatusFilter = (typeof STATUS_FILTERS)[number];

/**
 * The status a write is stored with. Who may publish gets what was asked for, or `publish`; who may not gets `pending`
 * for what would be public, and `draft` when nothing was said.
 * Source: the "scale back" rule of the reference.
 */
export function scaledStatus(asked: Status | undefined, mayPublish: boolean): Status {
  if (mayPublish) return asked ?? 'publish';
  if (asked === undefined) return 'draft';
  return asked === 'publish' || asked === 'future' ? 'pending' : asked;
}

const MINUTE = 60_000;

/** `publish` with a date a minute or more ahead waits as `future`; `future` with a date that has come is `publish`. */
export function statusAt(status: Status, publishedAt: number, now: number): Status {
  if (status === 'publish' && publishedAt - now >= MINUTE) return 'future';
  if (status === 'future' && publishedAt <= now) return 'publish';
  return status;
}

/** Whether a change of the status is the word that makes a record public, now or when its date comes. */
export const becomesPublic = (before: Status, after: Status): boolean =>
  before !== 'publish' && before !== after && (after === 'publish' || after === 'future');

/** Drafts have no slug yet: it is given when they are first published (or kept private). */
export const hasSlug = (status: Status): boolean => status !== 'draft' && status !== 'pending';

/** Whether a record in this state is published: to everybody, to few, or from a date on. */
export const isOut = (status: Status): boolean => hasSlug(status) && status !== 'trash';
