import { organizerKind } from './organizer/kind.ts';
import type { LinkedKind } from './post/kind.ts';
import { venueKind } from './venue/kind.ts';

/** What events link to, in the order in which a unit writes records of several kinds. */
const KINDS = [venueKind, organizerKind] as const;

/** One of these kinds, with its own types. */
export type KnownLink = (typeof KINDS)[number];

/** What is stored of a kind. */
export type RecordOf<K extends KnownLink> = Parameters<K['nameIn']>[0];

/** The list in an event that names the records of a kind. */
export type LinkList = KnownLink['inEvents'];

/** One of these kinds, whichever. */
export interface EventLink extends LinkedKind {
  name: KnownLink['name'];
  inEvents: LinkList;
}

/**
 * The kinds that events link to. What follows from a link (fields, filters, shapes, indexes, loaders, counts, services,
 * routes) is made from this table.
 */
export const EVENT_LINKS: readonly EventLink[] = KINDS;

/** One of something for each list of links in an event. */
export type ByList<T> = { [L in LinkList]: T };

/** Makes one for each list of links in an event. */
export const byList = <T>(make: (kind: EventLink) => T): ByList<T> =>
  Object.fromEntries(EVENT_LINKS.map((kind) => [kind.inEvents, make(kind)])) as ByList<T>;

/** Makes one for each kind by its name. */
export const byName = <T>(make: (kind: EventLink) => T): { [N in KnownLink['name']]: T } =>
  Object.fromEntries(EVENT_LINKS.map((kind) => [kind.name, make(kind)])) as { [N in KnownLink['name']]: T };
