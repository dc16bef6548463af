import { asText } from '../../domain/fields/kind.ts';
import type { IsTold, Left, Part, Refusal } from '../item.ts';
import { type Body, bodiesIn, named, type Parsed } from './bodies.ts';
import type { SiteClient } from './client.ts';
import { parsed, type SiteInterface } from './discover.ts';

/** Routes with the ids of all events: the plug-in's from 6.15 on, and WordPress' own, which has only what is to come. */
const [ALL_EVENTS, TO_COME] = ['/tec/v1/events', '/wp/v2/tribe_events'];

/** What the plug-in wants to be told at its newer routes. */
const ACKNOWLEDGED = {
  'X-TEC-EEA':
    'I understand that this endpoint is experimental and may change in a future release without maintaining backward compatibility. I also understand that I am using this endpoint at my own risk, while support is not provided for it.',
};

/** Ids that are asked for one by one in a run, how many above the last known one, and in a part. */
const [MOST_IDS, BEYOND, AT_ONCE] = [1_000, 50, 100];
/** From here on, ids are those of occurrences of series, which do not last. */
const FIRST_PASSING_ID = 10_000_000;

/** A record by its id: `locked` by a password, `closed` to this user, or none. */
export type Single = Body | 'locked' | 'closed' | undefined;

/** What the lists of a site show of its events. */
interface Tally {
  /** The events of the lists, and the numbers of events that categories parse. */
  add(kind: 'event' | 'category', bodies: readonly Body[]): void;
  /** The highest id. */
  highest(): number;
  /** How many published events each category has beyond those, by its name. */
  missing(): [name: string, events: number][];
}

export function createTally(): Tally {
  const counted = new Map<string, { name: string; left: number }>();
  const seen = new Set<string>();
  let highest = 0;
  return {
    add(kind, bodies) {
      for (const body of bodies) {
        const id = asText(body.id) ?? '';
        if (kind === 'category') counted.set(id, { name: named(kind, body), left: Number(asText(body.count)) || 0 });
        if (kind === 'category' || seen.has(id)) continue;
        seen.add(id);
        if (Number(id) < FIRST_PASSING_ID) highest = Math.max(highest, Number(id));
        for (const { id: category } of body.status === 'publish' ? bodiesIn(body.categories) : []) {
          const its = counted.get(asText(category) ?? '');
          if (its) its.left -= 1;
        }
      }
    },
    highest: () => highest,
    missing: () =>
      [...counted.values()].flatMap(({ name, left }) => (left > 0 ? [[name, left] as [string, number]] : [])),
  };
}

interface HiddenDeps {
  client: SiteClient;
  api: SiteInterface;
  /** Only events that start then or later, and whether somebody said so. */
  since: string;
  isSome: boolean;
  /** The states that are asked for; undefined for published records only. */
  states(): string | undefined;
  single(ref: string): Promise<Single>;
  parse(bodies: readonly Body[]): Promise<Parsed>;
  /** What the lists showed. */
  tally(): Promise<Tally>;
  /** Refuses a list that does not end. */
  newPages(list: string): (bodies: readonly Body[], page: number) => void;
}

/** The events that the lists of a site hide. */
export function createHidden({ client, api, since, isSome, states, single, parse, tally, newPages }: HiddenDeps) {
  const list = api.routes.has(ALL_EVENTS) ? 'all' : api.routes.has(TO_COME) ? 'to come' : undefined;
  const hasIds = [...api.routes].some((path) => path.startsWith('/events/('));
  const isCounted = !isSome && (list === 'all' || hasIds);
  /** Whether the site has refused the list of all to this user. */
  let isRefused = false;

  /** A page of ids. */
  async function idsAt(page: number) {
    const how = { per_page: '100', page: String(page), _fields: 'id', order: 'asc' };
    const wanted = states()
      ?.split(',')
      .map((state, at): [string, string] => [`status[${at}]`, state]);
    if (list === 'all' && !isRefused) {
      const answer = await client.ask(
        api.route(ALL_EVENTS, { ...how, ...Object.fromEntries(wanted ?? []), orderby: 'date' }),
        undefined,
        ACKNOWLEDGED,
      );
      if (answer.status === 200 || page > 1) return answer;
      isRefused = true;
    }
    return client.ask(api.route(TO_COME, { ...how, orderby: 'id' }));
  }

  /** Those of these ids that are hidden events, and what cannot be had of them. */
  async function found(refs: readonly string[], isTold: IsTold, isListed: boolean) {
    const known = await isTold('event', refs);
    const refused: Refusal[] = [];
    const all: Body[] = [];
    for (const ref of refs.filter((each) => !known.has(each))) {
      const body = await single(ref);
      if (typeof body === 'object') all.push(body);
      else if (body === 'locked' || (body === 'closed' && isListed)) {
        const why = body === 'locked' ? 'It has a password there.' : 'The site does not show it to this user.';
        refused.push({ kind: 'event', ref, what: `event ${ref}`, why });
      }
    }
    const isEarly = ({ start_date: start }: Body) => (asText(start) ?? '') < since;
    // The others are the first of a series.
    const parsed = await parse(all.filter((body) => body.hide_from_listings === true && !isEarly(body)));
    const early = isSome ? [] : all.filter(isEarly);
    const notTaken = early.map(
      (body): Left => ({ what: `An event before ${since.slice(0, 10)}.`, of: named('event', body) }),
    );
    return { all, part: { ...parsed, refused: [...parsed.refused, ...refused], notTaken } };
  }

  async function* listed(first: number, isTold: IsTold): AsyncGenerator<Part> {
    if (!list) return;
    const isNew = newPages('hidden events');
    for (let page = first; ; page += 1) {
      const { status, text, headers } = await idsAt(page);
      const bodies = bodiesIn(status === 200 ? parsed(text) : []);
      if (bodies.length === 0) return;
      isNew(bodies, page);
      const refs = [...new Set(bodies.map(({ id }) => asText(id) ?? ''))];
      const pages = Number(headers['x-wp-totalpages']) || page;
      const place = `hidden ${page + 1}`;
      const { all, part } = await found(refs, isTold, true);
      if (isCounted) (await tally()).add('event', all);
      yield { ...part, place, what: 'hidden events', done: page, total: Math.max(page, pages) };
      if (page >= pages) return;
    }
  }

  /** Asks for ids one by one, where the site lists only some of its events, and names how many events are still missing. */
  async function* byIds(from: number, isTold: IsTold): AsyncGenerator<Part> {
    if (!isCounted) return;
    const its = await tally();
    const top = from || its.highest() + BEYOND;
    const last = Math.max(0, top - MOST_IDS);
    const mayAsk = hasIds && (list !== 'all' || isRefused);
    let next = mayAsk ? top : 0;
    // Nothing tells how many drafts there are.
    while (next > last && (states() !== undefined || its.missing().length > 0)) {
      const many = Math.min(AT_ONCE, next - last);
      const refs = Array.from({ length: many }, (_, at) => String(next - at));
      next -= many;
      const { all, part } = await found(refs, isTold, false);
      its.add('event', all);
      yield { ...part, place: `ids ${next}`, what: 'ids of hidden events', done: top - next, total: top - last };
    }
    const notTaken = its
      .missing()
      .map(([name, events]) => `Events of the category ${name} that the site does not show: ${events}.`);
    if (mayAsk && next > 0 && states() !== undefined)
      notTaken.push(`Hidden drafts with ids up to ${next}: a run asks for ${MOST_IDS.toLocaleString('en')} ids.`);
    if (notTaken.length) yield { items: [], notTaken, place: 'ids 1', what: 'hidden events', done: 1, total: 1 };
  }

  return { listed, byIds };
}
