import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../../src/domain/language.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made, upTo } from '../../support/making.ts';
import { graphqlSaid, restSaid } from '../../support/parity/doors.ts';
import { type Shown, SINGLE } from '../../support/parity/keys.ts';
import { KINDS } from '../../support/parity/kinds.ts';
import { createWatch } from '../../support/watched-store.ts';
import { freshNames, graphqlIn, NAME, restIn, SPOKEN } from './asking.ts';

const watch = createWatch();
let app: TestApp;
/** A tag that no event names. */
let changed: number;
const ids: Record<string, number[]> = { events: [], venues: [], organizers: [], categories: [], tags: [] };

beforeAll(async () => {
  app = await buildApp({ wrap: watch.wrap });
  const top = await made(app, 'categories', { name: 'Top' });
  changed = (await made(app, 'tags', { name: 'Changed' })).id;
  for (const index of upTo(50)) {
    const image = `https://example.org/${index}.png`;
    const event = await made(app, 'events', {
      ...{ title: `Event ${index}`, image },
      venue: [{ venue: `Venue ${index}`, city: `City ${index}`, image }],
      ...{
        organizer: [{ organizer: `Organizer ${index}` }],
        categories: [`Category ${index}`],
        tags: [`Tag ${index}`],
      },
    });
    ids.events!.push(event.id);
    ids.venues!.push(event.venue.id);
    ids.organizers!.push(event.organizer[0].id);
    ids.categories!.push(event.categories[0].id);
    ids.tags!.push(event.tags[0].id);
  }
  const below = { parent: top.id };
  await app.rest('PUT', `/categories/${ids.categories![0]}`, { as: 'administrator', json: below });
  for (const [plural, of] of Object.entries(ids)) {
    for (const [index, language] of (['ko', 'es', 'ko'] as const).entries()) {
      const json = {
        [NAME[plural as keyof typeof NAME]]: freshNames()[language],
        description: `<b>${language}</b> & co`,
      };
      await restIn(app, { form: 'segment', language }, 'PUT', `/${plural}/${of[index]}`, { json });
    }
  }
});
afterAll(() => app.close());

test.each(KINDS.flatMap((kind) => SPOKEN.map((spoken) => ({ ...kind, kind, ...spoken }))))(
  'one of the $plural is the same at both doors in $language by $form',
  async ({ kind, language, form }) => {
    const { name, plural, selection, single } = kind;
    for (const id of ids[plural]!.slice(0, 4)) {
      const rest = await restIn(app, { language, form }, 'GET', `/${plural}/${id}`);
      const query = `query One { ${name}(ref: { databaseId: ${id} }) { ${selection} ${SINGLE[name]} } }`;
      const graphql = await graphqlIn(app, { language, form }, query);
      expect(graphqlSaid(graphql, single)).toEqual(restSaid(rest));
    }
  },
);

test.each(KINDS.flatMap((kind) => LANGUAGES.map((language) => ({ ...kind, kind, language }))))(
  'a list of $plural is the same at both doors in $language',
  async ({ kind, language }) => {
    const { name, plural, selection, body } = kind;
    const rest = await restIn(app, { language, form: 'parameter' }, 'GET', `/${plural}?per_page=5`);
    // By default, REST leaves out terms without events.
    const where = kind.isPost ? '' : 'where: { hasEvents: true }, ';
    const query = `query Many {
      ${name}Page(${where}perPage: 5) { items { ${selection} } }
    }`;
    const graphql = await graphqlIn(app, { language, form: 'parameter' }, query);
    const said = graphqlSaid(graphql, ({ items }) => items.map((item: Shown) => body(item)));
    expect(said).toEqual({ value: rest.body[plural] });
  },
);

/** A request that could say more than its address is run, whatever is kept. */
const RUN = { 'Content-Type': 'application/json' };

async function queries(language: Language, size: number) {
  const verbs: string[][] = [];
  const spoken = { form: 'parameter', language } as const;
  const page = `{ eventPage(perPage: ${size}) { items { title venues { name city } categories { name url } } } }`;
  for (const ask of [
    () => restIn(app, spoken, 'GET', `/events?per_page=${size}`, { as: 'anonymous', headers: RUN }),
    () => graphqlIn(app, spoken, page, {}, { as: 'anonymous' }),
  ]) {
    app.clock.now += 5000;
    await restIn(app, spoken, 'PUT', `/tags/${changed}`, {
      as: 'administrator',
      json: { description: `${app.clock.now}` },
    });
    const { result, reads, writes } = await watch.during(ask);
    expect([result.status, result.body.errors]).toEqual([200, undefined]);
    verbs.push([...reads, ...writes].sort());
  }
  return verbs;
}

test('a list of 10 or 50 events takes the same queries in every language once what it shows is kept', async () => {
  await queries('en', 50);
  const expected = await queries('en', 10);
  for (const language of LANGUAGES) {
    for (const size of [10, 50]) expect(await queries(language, size)).toEqual(expected);
  }
});
