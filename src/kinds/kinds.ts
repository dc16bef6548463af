import { categoryKind } from './category/kind.ts';
import type { Kind } from './define-kind.ts';
import { eventKind } from './event/kind.ts';
import { EVENT_LINKS, type EventLinkKind } from './event-links.ts';
import { tagKind } from './tag/kind.ts';

/** The names of the kinds that have addresses: a route in REST, and pages. */
export type KindName = 'event' | EventLinkKind['name'] | 'category' | 'tag';

/** All kinds, in the order of the documentation. */
export const KINDS: readonly (Kind & { name: KindName })[] = [eventKind, ...EVENT_LINKS, categoryKind, tagKind];

/** Each kind by its name. */
export const KIND = Object.fromEntries(KINDS.map((kind) => [kind.name, kind])) as { [N in KindName]: Kind };

/** The kinds of records whose changes are told: those that have addresses in REST, and series. */
export const CHANGE_KINDS: readonly { name: ChangeKind; plural: string }[] = [
  ...KINDS,
  { name: 'series', plural: 'series' },
];

export type ChangeKind = KindName | 'series';
