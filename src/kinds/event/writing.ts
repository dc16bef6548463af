import { priceOf } from '../../domain/prices.ts';
import { sentSlug } from '../../domain/slug.ts';
import type { Context } from '../context.ts';
import type { Origin } from '../post/record.ts';
import type { PostHooks } from '../post/service.ts';
import type { EventPatch } from './fields.ts';
import { identityOf, type NewUid } from './identity.ts';
import type { Linking } from './linked-records.ts';
import { onlineAfter } from './online.ts';
import type { EventRecord } from './record.ts';
import { repairedEvent } from './repair.ts';
import { eventTimes } from './times.ts';

interface WritingDeps {
  linking: Linking;
  newUid: NewUid;
}

/** How the fields of an event are written, whether they are those of an event or of a series. */
export const eventWriting = ({ linking, newUid }: WritingDeps) =>
  ({
    problems: linking.problems,
    origin: originOf,
    withoutUnchanged,
    computed: (values, before, ctx) => ({
      ...eventTimes(values, before, ctx),
      ...onlineAfter(values, before),
      ...identityOf(before, ctx.origin ?? {}, newUid),
      ...(ctx.origin?.inSeries as Partial<EventRecord>),
    }),
    link: linking.link,
    repair: (event, damaged, ctx) => repairedEvent(event, damaged, { ...ctx, newUid }),
  }) satisfies Partial<PostHooks<EventRecord, never, EventPatch>>;

/** Where an event comes from, as its importer says. */
export const originOf = ({ uid, source }: EventPatch): Origin | undefined =>
  uid || source ? { ...(uid && { uid }), ...(source && { source }) } : undefined;

/** Sending back what was read changes nothing. A price or address that equals the shown one counts as not sent. */
function withoutUnchanged(record: EventRecord, patch: EventPatch, ctx: Context): EventPatch {
  const { cost, website, onlineUrl, ...others } = patch;
  return {
    ...others,
    ...(onlineUrl === record.onlineUrl ? {} : { onlineUrl }),
    ...(cost === undefined || shownCosts(record).includes(cost) ? {} : { cost }),
    ...(website === undefined || (!record.website && isOwnPage(website, record, ctx)) ? {} : { website }),
  };
}

/** The texts of a cost that REST and GraphQL show. */
const shownCosts = ({ cost }: EventRecord): (string | null)[] => [cost?.text ?? '', priceOf(cost).text];

/** Whether an address is the page of the event, which is shown where it has no website: in any language, also a former one. */
function isOwnPage(address: string | null, { _id, slug, formerSlugs = [] }: EventRecord, { links }: Context) {
  const found = address === null ? undefined : links.recordAt(address);
  if (found?.kind !== 'event') return false;
  if ('id' in found.ref) return found.ref.id === _id;
  return [...Object.values(slug), ...formerSlugs].includes(sentSlug(found.ref.slug));
}
