import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../../src/domain/language.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made, PLURALS, type Plural, upTo } from '../../support/making.ts';
import { graphqlSaid, restSaid } from '../../support/parity/doors.ts';
import { type Shown, SINGLE } from '../../support/parity/keys.ts';
import { KINDS } from '../../support/parity/kinds.ts';
import { createWatch } from '../../support/watched-store.ts';
import { freshNames, graphqlIn, NAME, restIn } from './asking.ts';

const FEW = 2;
const MANY = 6;

const watch = createWatch();
let app: TestApp;
/** A tag that no event names. */
let changed: number;
const ids: Record<Plural, number[]> = { events: [], venues: [], organizers: [], categories: [], tags: [] };

/** The first of each kind is translated into Korean, the second one into Spanish. */
beforeAll(async () => {
  app = await buildApp({ wrap: watch.wrap });
  const top = await made(app, 'categories', { name: 'Top' });
  changed = (await made(app, 'tags', { name: 'Changed' })).id;
  for (const index of upTo(MANY)) {
    const image = `https://example.org/${index}.png`;
    const event = await made(app, 'events', {
      ...{ title: `Event ${index}`, image, categories: [`Category ${index}`], tags: [`Tag ${index}`] },
      venue: [{ venue: `Venue ${index}`, city: `City ${index}`, image }],
      organizer: [{ organizer: `Organizer ${index}` }],
    });
    ids.events.push(event.id);
    ids.venues.push(event.venue.id);
    ids.organizers.push(event.organizer[0].id);
    ids.categories.push(event.categories[0].id);
    ids.tags.push(event.tags[0].id);
  }
  const below = { parent: top.id };
  await app.rest('PUT', `/categories/${ids.categories[0]}`, { as: 'administrator', json: below });
  for (const plural of PLURALS) {
    for (const [index, language] of (['ko', 'es'] as const).entries()) {
      const json = { [NAME[plural]]: freshNames()[language], description: `<b>${language}</b> & co` };
      await restIn(app, { form: 'segment', language }, 'PUT', `/${plural}/${ids[plural][index]}`, { json });
    }
  }
});
afterAll(() => app.close());

test.each(KINDS.map((kind) => ({ ...kind, kind })))(
  '$plural are the same in both APIs in Korean and Spanish',
  async (row) => {
    const { name, selection, single } = row.kind;
    const plural = row.plural as Plural;
    const query = `query One($id: ID!) { ${name}(ref: { databaseId: $id }) { ${selection} ${SINGLE[name]} } }`;
    for (const [id, ...spoken] of [
      [ids[plural][0]!, { language: 'ko', form: 'parameter' }, { language: 'es', form: 'segment' }],
      [ids[plural][2]!, { language: 'ko', form: 'segment' }],
    ] as const) {
      for (const language of spoken) {
        const rest = await restIn(app, language, 'GET', `/${plural}/${id}`);
        expect(graphqlSaid(await graphqlIn(app, language, query, { id }), single)).toEqual(restSaid(rest));
      }
    }
  },
);

test.each(KINDS.map((kind, at) => ({ ...kind, kind, language: LANGUAGES[at % 3]! })))(
  'a list of $plural is the same in both APIs in $language',
  async ({ kind, language }) => {
    const { name, plural, selection, body } = kind;
    const rest = await restIn(app, { language, form: 'parameter' }, 'GET', `/${plural}?per_page=5`);
    // By default, REST leaves out terms without events.
    const where = kind.isPost ? '' : 'where: { hasEvents: true }, ';
    const query = `query Many { ${name}Page(${where}perPage: 5) { items { ${selection} } } }`;
    const graphql = await graphqlIn(app, { language, form: 'parameter' }, query);
    const said = graphqlSaid(graphql, ({ items }) => items.map((item: Shown) => body(item)));
    expect(said).toEqual({ value: rest.body[plural] });
  },
);

/** A request that could say more than its address is run, whatever is kept. */
const RUN = { 'Content-Type': 'application/json' };
const PAGE = `query ($size: Int) {
  eventPage(perPage: $size) { items { title venues { name city } categories { name url } } }
}`;

async function queries(language: Language, size: number) {
  const verbs: string[][] = [];
  const spoken = { form: 'parameter', language } as const;
  for (const ask of [
    () => restIn(app, spoken, 'GET', `/events?per_page=${size}`, { as: 'anonymous', headers: RUN }),
    () => graphqlIn(app, spoken, PAGE, { size }, { as: 'anonymous' }),
  ]) {
    app.clock.now += 5000;
    const json = { description: `${app.clock.now}` };
    await restIn(app, spoken, 'PUT', `/tags/${changed}`, { json });
    const { result, reads, writes } = await watch.during(ask);
    expect([result.status, result.body.errors]).toEqual([200, undefined]);
    verbs.push([...reads, ...writes].sort());
  }
  return verbs;
}

test('a list of any size takes the same queries in every language once what it shows is kept', async () => {
  await queries('en', MANY);
  const expected = await queries('en', FEW);
  for (const [language, size] of [
    ['en', MANY],
    ['ko', FEW],
    ['ko', MANY],
    ['es', MANY],
  ] as const)
    expect(await queries(language, size)).toEqual(expected);
});
