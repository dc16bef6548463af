import type { LinkedKind } from './define-kind.ts';
import { organizerKind } from './organizer/kind.ts';
import { venueKind } from './venue/kind.ts';

/** The kinds that events link to, in the order in which a unit writes them. */
const KINDS = [venueKind, organizerKind] as const;

/** One of these kinds, with its own types. */
export type EventLinkKind = (typeof KINDS)[number];

/** The stored record of a kind. */
export type RecordOf<K extends EventLinkKind> = Parameters<K['nameIn']>[0];

/** The list in an event that holds the ids of a kind. */
export type LinkList = EventLinkKind['inEvents'];

/** Any one of these kinds. */
export interface EventLink extends LinkedKind {
  name: EventLinkKind['name'];
  inEvents: LinkList;
}

/**
 * The kinds that events link to. Everything that follows from a link (fields, filters, shapes, indexes, loaders, counts,
 * services, routes) is generated from this table.
 */
export const EVENT_LINKS: readonly EventLink[] = KINDS;

/** One value for each list of links in an event. */
export type ByList<T> = { [L in LinkList]: T };

/** Makes one value for each list of links in an event. */
export const byList = <T>(make: (kind: EventLink) => T): ByList<T> =>
  Object.fromEntries(EVENT_LINKS.map((kind) => [kind.inEvents, make(kind)])) as ByList<T>;

/** Makes one value for each kind, by its name. */
export const byName = <T>(make: (kind: EventLink) => T): { [N in EventLinkKind['name']]: T } =>
  Object.fromEntries(EVENT_LINKS.map((kind) => [kind.name, make(kind)])) as { [N in EventLinkKind['name']]: T };
