/** The states of a post: an event, or a record that events link to. Deleting moves it to `trash`. */
export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;

export type Status = (typeof STATUSES)[number];

/** What they mean, for people. */
export const STATUS_MEANINGS: Readonly<Record<Status, string>> = {
  publish: 'Published: everybody sees it.',
  future: 'It will be published on its date.',
  draft: 'Not finished. Only its author and users who may edit the records of others see it.',
  pending: 'Finished, and waiting for a user who may publish it.',
  private: 'Published only for users who may edit it.',
  trash: 'Deleted, but it can be restored.',
};

/**
 * The words that filter a list: the statuses, `any` for no filter, and the host's two internal states, which no record here has.
 */
export const STATUS_FILTERS = [...STATUSES, 'any', 'auto_draft', 'inherit'] as const;

export type StatusFilter = (typeof STATUS_FILTERS)[number];

/**
 * The status that a write is stored with. A caller who may publish gets the requested status, or `publish`. Other callers get
 * `pending` in place of a public status, and `draft` when they request none.
 * Source: the "scale back" rule of the reference.
 */
export function scaledStatus(requested: Status | undefined, mayPublish: boolean): Status {
  if (mayPublish) return requested ?? 'publish';
  if (requested === undefined) return 'draft';
  return requested === 'publish' || requested === 'future' ? 'pending' : requested;
}

const MINUTE = 60_000;

/** `publish` with a date a minute or more ahead becomes `future`; `future` becomes `publish` when its date has come. */
export function statusAt(status: Status, publishedAt: number, now: number): Status {
  if (status === 'publish' && publishedAt - now >= MINUTE) return 'future';
  if (status === 'future' && publishedAt <= now) return 'publish';
  return status;
}

/** Whether a change of status makes a record public, now or when its date comes. */
export const becomesPublic = (before: Status, after: Status): boolean =>
  before !== 'publish' && before !== after && (after === 'publish' || after === 'future');

/** Whether a record has a slug in this state. A draft gets its slug when it is first published (or kept private). */
export const hasSlug = (status: Status): boolean => status !== 'draft' && status !== 'pending';

/** Whether a record in this state is published: to everybody, to few, or from a date on. */
export const isOut = (status: Status): boolean => hasSlug(status) && status !== 'trash';
