import { asText } from '../../domain/fields/kind.ts';
import { isLanguage, type Language } from '../../domain/language.ts';
import { EVENT_LINKS } from '../../kinds/event-links.ts';
import { KIND, type KindName } from '../../kinds/kinds.ts';
import { hashOf } from '../hashes.ts';
import { type IsTold, type Item, type Part, type Source, sourceRefused } from '../item.ts';
import { parentsFirst } from '../parents-first.ts';
import { isOfRecord, whyOf } from '../report.ts';
import type { NamedSite } from './address.ts';
import {
  append,
  type Body,
  bodiesIn,
  inOtherLanguages,
  named,
  nothingParsed,
  type Parsed,
  parseBody,
} from './bodies.ts';
import type { SiteAnswer, SiteClient } from './client.ts';
import { discover, parsed } from './discover.ts';
import { siteExport } from './export.ts';
import { createHidden, createTally, type Single } from './hidden.ts';
import { createLogins } from './logins.ts';
import { MOST_PAGES, type Page, readPage } from './pages.ts';
import { createUids } from './uids.ts';

export interface SiteSourceDeps {
  client: SiteClient;
  site: NamedSite;
  /** What its address answers, if it was asked. */
  page?: SiteAnswer;
  /** Whether the client has credentials. Records of every status are then requested. */
  signedIn: boolean;
  /** The language of texts, if the site does not specify it. */
  language: Language;
  /** Only events that start on or after this date: `2026-01-31`, optionally with a time. */
  since?: string;
  /** Limits the import to `most` events and what they refer to. If there are more, it takes those from this day on. */
  events?: { most: number; from: string };
  /** The identity of the calendar that is imported into. */
  calendar: string;
  warn(line: string): void;
}

/** The API's maximum. */
const PER_PAGE = 50;
/** The plug-in refuses 1970. */
const [FIRST_DAY, LAST_DAY] = ['2000-01-01 00:00:00', '2100-12-31 23:59:59'];
/** Categories are kept until all are read, because parents come first. */
const MOST_CATEGORIES = 100_000;
const STATES = 'publish,future,draft,pending,private';

/** The parts of a site, in order: events come after categories, then records that no event refers to. */
type PartName = KindName | 'hidden' | 'ids';
const PARTS: readonly PartName[] = [
  'category',
  'event',
  ...EVENT_LINKS.map(({ name }) => name),
  'tag',
  'hidden',
  'ids',
];

const pathOf = (kind: KindName): string => KIND[kind].rest.path;
const isTerm = (kind: KindName) => kind === 'category' || kind === 'tag';
const memberOf = (kind: KindName): string => KIND[kind].plural;

/** Reads a site through its API. @throws SourceRefused if it has none, or if it fails midway */
export async function siteSource(deps: SiteSourceDeps): Promise<Source> {
  const { client, site, signedIn, events: few, warn } = deps;
  const most = few?.most;
  const api = await discover(client, site.url, deps.page);
  const whole = signedIn
    ? await siteExport({ client, api, site: site.url.origin, since: deps.since, calendar: deps.calendar })
    : undefined;
  if (whole) return whole;
  const uids = createUids({ client, site: site.url, zone: api.zone ?? 'UTC', warn });
  const logins = createLogins({ client, api });
  const hidden = createHidden({
    client,
    api,
    since: deps.since ?? FIRST_DAY,
    isSome: deps.since !== undefined,
    tally,
    newPages,
    states: () => states,
    single: (ref) => single('event', ref),
    async parse(bodies) {
      const parsed = parsePage('event', { bodies, others: [] });
      return { ...parsed, items: await complete('event', parsed.items, bodies) };
    },
  });
  let language = deps.language;
  let states: string | undefined = signedIn ? STATES : undefined;
  let shown = createTally();
  let isTallied = false;

  const askFor = (kind: KindName, parameters: Readonly<Record<string, string>>) =>
    readPage(client, { address: api.address(pathOf(kind), parameters), member: memberOf(kind) });

  /** The start date, if only some of the events are wanted. */
  async function firstOf({ most, from }: { most: number; from: string }) {
    const all = await askFor('event', { per_page: '1', start_date: FIRST_DAY, end_date: LAST_DAY });
    return all && all.total > most ? from : FIRST_DAY;
  }

  const since = deps.since ?? (few ? await firstOf(few) : FIRST_DAY);

  /** A page of a kind, in the site's language and in all its others. */
  async function pageOf(kind: KindName, page: number): Promise<(Page & { others: Other[] }) | undefined> {
    const parameters = {
      per_page: String(PER_PAGE),
      page: String(page),
      ...(kind === 'event' && { start_date: since, end_date: LAST_DAY }),
      ...(isTerm(kind) ? { hide_empty: 'false' } : states !== undefined && { status: states }),
    };
    const found = await askFor(kind, parameters);
    if (!found) return undefined;
    if (isLanguage(found.language)) language = found.language;
    const others: Other[] = [];
    for (const other of api.languages) {
      if (other === language) continue;
      const same = await askFor(kind, { ...parameters, multilang_language: other });
      if (same) others.push({ language: other, bodies: same.bodies });
    }
    return { ...found, others };
  }

  function parsePage(kind: KindName, { bodies, others }: { bodies: readonly Body[]; others: readonly Other[] }) {
    const parsed = nothingParsed();
    const same = inOtherLanguages(others);
    for (const body of bodies)
      try {
        append(parsed, parseBody(kind, { language, body, others: same(body.id) }));
      } catch (error) {
        // Values may be nested deeper than can be read, and have no text.
        if (!isOfRecord(error)) throw error;
        parsed.refused.push({ kind, what: named(kind, body), why: whyOf(error) });
      }
    return parsed;
  }

  /** The items of these bodies with what only other addresses of the site say. */
  async function complete(kind: KindName, parsed: readonly Item[], bodies: readonly Body[]) {
    const items = signedIn ? await logins(parsed) : [...parsed];
    if (kind !== 'event') return items;
    const found = await uids(bodies);
    const byId = new Map([...found].map(([{ id }, uid]) => [Number(asText(id)), uid]));
    return items.map((item) =>
      item.kind === 'event' && item.uid === undefined && item.id !== undefined
        ? { ...item, uid: byId.get(item.id) }
        : item,
    );
  }

  /** All categories at once, parents before children. */
  async function categories(): Promise<Parsed> {
    const all = nothingParsed();
    for await (const { page: _, ...found } of pagesOf('category', 1)) {
      append(all, parsePage('category', found));
      if (all.items.length > MOST_CATEGORIES)
        throw sourceRefused(`the list of categories has more than ${MOST_CATEGORIES}`);
    }
    return { ...all, items: parentsFirst(all.items) };
  }

  /** The pages of a list from one on. @throws SourceRefused if it does not end */
  async function* pagesOf(kind: KindName, first: number): AsyncGenerator<Page & { others: Other[]; page: number }> {
    const isNew = newPages(memberOf(kind));
    for (let page = first; ; page += 1) {
      const found = await (isTerm(kind) ? pageOf(kind, page) : withoutStates(() => pageOf(kind, page)));
      if (!found || found.bodies.length === 0) return;
      isNew(found.bodies, page);
      if (kind === 'category' || kind === 'event') shown.add(kind, found.bodies);
      yield { ...found, page };
      if (page >= found.pages) break;
    }
  }

  async function* pages(kind: KindName, first: number): AsyncGenerator<Part> {
    for await (const { page, ...found } of pagesOf(kind, first)) {
      const done = (page - 1) * PER_PAGE + found.bodies.length;
      const bodies =
        kind === 'event' && most !== undefined
          ? found.bodies.slice(0, most - (done - found.bodies.length))
          : found.bodies;
      const { items, ...more } = parsePage(kind, { ...found, bodies });
      const total = most === undefined ? found.total : Math.min(found.total, most);
      yield {
        items: await complete(kind, items, bodies),
        ...more,
        place: `${kind} ${page + 1}`,
        what: memberOf(kind),
        done: Math.min(done, total),
        total,
      };
      if (kind === 'event' && most !== undefined && done >= most) return;
    }
  }

  /** Falls back to what the site shows by default, if the user may not request every status. */
  async function withoutStates<T>(ask: () => Promise<T>) {
    try {
      return await ask();
    } catch (error) {
      if (states === undefined || !/ answers 40[013] /.test(`${(error as Error).message} `)) throw error;
      states = undefined;
      warn('The user of IMPORT_CREDENTIALS may not see drafts there: what is published is taken.');
      return ask();
    }
  }

  /** What the lists show of events. Read again where an earlier run had read them. */
  async function tally() {
    if (isTallied) return shown;
    shown = createTally();
    for (const kind of ['category', 'event'] as const) for await (const _ of pagesOf(kind, 1));
    isTallied = true;
    return shown;
  }

  async function single(kind: KindName, ref: string): Promise<Single> {
    const { status, text } = await client.ask(api.address(`${pathOf(kind)}/${ref}`));
    const [body] = bodiesIn(parsed(text));
    if (status === 200) return body;
    if (/password/.test(asText(body?.code) ?? '')) return 'locked';
    return status === 401 || status === 403 ? 'closed' : undefined;
  }

  async function* partsFrom(name: PartName, page: number, isTold: IsTold): AsyncGenerator<Part> {
    if (name === 'hidden') yield* hidden.listed(page, isTold);
    else if (name === 'ids') yield* hidden.byIds(page, isTold);
    else if (name === 'category') {
      const { items, refused } = await categories();
      yield { items, refused, place: 'event 1', what: 'categories', done: items.length, total: items.length };
    } else yield* pages(name, page);
  }

  return {
    site: site.url.origin,
    since: deps.since,
    zone: api.zone,
    scope: JSON.stringify([since, signedIn]),
    complete: most === undefined,
    async *parts(isTold, place = `${PARTS[0]} 1`) {
      const [name, page] = place.split(' ') as [PartName, string];
      isTallied = name === PARTS[0];
      const parts = most === undefined ? PARTS : PARTS.slice(0, 2);
      for (const each of parts.slice(Math.max(0, parts.indexOf(name))))
        yield* partsFrom(each, each === name ? Number(page) : each === 'ids' ? 0 : 1, isTold);
    },
    async look(kind, ref) {
      if (kind === 'image' || kind === 'series' || !/^\d+$/.test(ref)) return 'gone';
      const body = await single(kind, ref);
      if (body === 'locked') return [];
      if (!body || body === 'closed' || body.status === 'trash') return 'gone';
      const { items } = parsePage(kind, { bodies: [body], others: [] });
      return complete(kind, items, [body]);
    },
  };
}

interface Other {
  language: Language;
  bodies: readonly Body[];
}

/** Refuses a page of a list that was shown before, and pages without end. */
function newPages(list: string): (bodies: readonly Body[], page: number) => void {
  const seen = new Set<string>();
  return (bodies, page) => {
    const ids = hashOf(bodies.map(({ id }) => asText(id)));
    if (page > MOST_PAGES) throw sourceRefused(`the list of ${list} has more than ${MOST_PAGES} pages`);
    if (seen.has(ids))
      throw sourceRefused(`the list of ${list} does not end: its page ${page} shows what was shown before`);
    seen.add(ids);
  };
}
