import { asText } from '../../domain/fields/kind.ts';
import { inParts } from '../../domain/values.ts';
import { toWall, wallAsUtc } from '../../domain/zones.ts';
import { wallTime } from '../../kinds/shared/shape.ts';
import { isOfSite } from './address.ts';
import type { Body } from './bodies.ts';
import type { SiteClient } from './client.ts';

/** Finds the iCalendar UIDs of a site's events. Events without one are left out. */
type Uids = (events: readonly Body[]) => Promise<ReadonlyMap<Body, string>>;

/** An event in a feed: its UID and the URL of its page. */
interface Named {
  uid: string;
  url: string | undefined;
}

/** Events whose own feed is tried, failures after which the site has no feeds, and ids per request of a feed. */
const [MOST_SAMPLES, IN_VAIN, AT_ONCE] = [20, 3, 25];

interface Sample {
  event: Body;
  uid: string;
}

/**
 * Finds the UIDs in a site's feeds, so that subscribers do not see events twice after a move. The plug-in builds a UID from
 * id, start, end and host. If that formula matches a sample from each time zone, it is used for all events; otherwise the
 * feeds are read. `zone` is the site's time zone. `warn` receives a line if the site has no feeds.
 */
export function createUids({
  client,
  site,
  zone,
  warn,
}: {
  client: SiteClient;
  site: URL;
  zone: string;
  warn(line: string): void;
}): Uids {
  const sampled = new Set<string>();
  const samples: Sample[] = [];
  let tries = 0;
  let make: ((event: Body) => string) | undefined;
  let way: 'formula' | 'feed' | 'none' = 'formula';

  async function feedOf(url: URL): Promise<Named[]> {
    if (!isOfSite(site, url)) return [];
    const { status, text } = await client.ask(url);
    return status === 200 ? namesIn(text) : [];
  }

  async function sample(event: Body): Promise<void> {
    const url = pageOf(event);
    url?.searchParams.set('ical', '1');
    const uid = url && uidIn(await feedOf(url), event);
    if (uid !== undefined) samples.push({ event, uid });
  }

  /** Samples one event of each new time zone, and the first few until one is found in a feed. */
  async function findWay(events: readonly Body[]): Promise<void> {
    for (const event of events) {
      const kind = `${asText(event.timezone)} ${asText(event.all_day)}`;
      if (way !== 'formula' || tries === MOST_SAMPLES || !hasDates(event) || (make && sampled.has(kind))) continue;
      sampled.add(kind);
      tries += 1;
      await sample(event);
      way = wayBy(samples);
    }
  }

  function wayBy([first, ...more]: readonly Sample[]): typeof way {
    if (!first) {
      if (tries < IN_VAIN) return 'formula';
      warn('The site has no iCalendar feeds: whoever subscribed there sees its events once more here.');
      return 'none';
    }
    const host = first.uid.replace(/^[^@]*@?/, '');
    make = formulas(host, zone).find((each) => [first, ...more].every(({ event, uid }) => each(event) === uid));
    return make ? 'formula' : 'feed';
  }

  async function fromFeeds(events: readonly Body[]): Promise<Map<Body, string>> {
    const uids = new Map<Body, string>();
    for (const some of inParts(events, AT_ONCE)) {
      const url = new URL('/', site);
      const ids = some.map(({ id }) => asText(id)).join();
      url.search = new URLSearchParams({ post_type: 'tribe_events', ical: '1', event_ids: ids }).toString();
      const names = await feedOf(url);
      for (const event of some) {
        const uid = uidIn(names, event);
        if (uid !== undefined) uids.set(event, uid);
      }
    }
    return uids;
  }

  return async (all) => {
    const events = all.filter(({ uid }) => typeof uid !== 'string');
    await findWay(events);
    if (way === 'feed') return fromFeeds(events);
    const isMade = way === 'formula' && make;
    return new Map(isMade ? events.filter(hasDates).map((event) => [event, isMade(event)]) : []);
  };
}

const pageOf = ({ url }: Body): URL | undefined =>
  typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;

const hasDates = (event: Body): boolean =>
  ['start_date', 'end_date', 'utc_start_date', 'utc_end_date'].every((key) => wallTime(event[key]));

/** Wall-clock time in seconds, read as UTC. */
const seconds = (wall: unknown): number => wallAsUtc(String(wall)) / 1000;

/** The plug-in's UID formulas. A setting decides whether it uses the clock of the event or of the site. */
const formulas = (host: string, zone: string) =>
  [
    (start: string) => (event: Body) => seconds(event[`${start}_date`]),
    (start: string) => (event: Body) => seconds(toWall(seconds(event[`utc_${start}_date`]) * 1000, zone)),
    (start: string) => (event: Body) => seconds(event[`utc_${start}_date`]),
  ].map((at) => (event: Body) => `${asText(event.id)}-${at('start')(event)}-${at('end')(event)}@${host}`);

/** The UID that the plug-in gives to an event by default. */
export const uidByFormula = (event: Body, site: string | undefined): string | undefined =>
  site !== undefined && [event.start_date, event.end_date].every(wallTime)
    ? formulas(new URL(site).hostname, 'UTC')[0]!(event)
    : undefined;

/** The UID of this event in a feed: by its page, by the id that the UID begins with, or the only one there. */
function uidIn(names: readonly Named[], event: Body): string | undefined {
  const found =
    names.find(({ url }) => url !== undefined && url === event.url) ??
    names.find(({ uid }) => uid.startsWith(`${asText(event.id)}-`)) ??
    (names.length === 1 && names[0]!.url === undefined ? names[0] : undefined);
  return found?.uid;
}

/** The UIDs and pages in a text, which may not be a feed at all. */
function namesIn(text: string): Named[] {
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/);
  const names: Named[] = [];
  let current: Partial<Named> | undefined;
  for (const line of lines) {
    if (line === 'BEGIN:VEVENT') current = {};
    else if (line === 'END:VEVENT') {
      if (current?.uid) names.push({ uid: current.uid, url: current.url });
      current = undefined;
    } else if (current) {
      const [, name, value] = /^(UID|URL)(?:;[^:]*)?:(.*)$/.exec(line) ?? [];
      if (name) current[name.toLowerCase() as keyof Named] = value!;
    }
  }
  return names;
}
