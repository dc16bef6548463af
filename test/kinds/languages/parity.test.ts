import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '../../../src/domain/language.ts';
import { byName, EVENT_LINKS } from '../../../src/kinds/event-links.ts';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { defineFields } from '../../support/custom-fields.ts';
import { byPlural, made, NAME, PLURALS, type Plural, upTo } from '../../support/making.ts';
import { graphqlSaid, restSaid } from '../../support/parity/apis.ts';
import type { Shown } from '../../support/parity/keys.ts';
import { KINDS } from '../../support/parity/kinds.ts';
import { freshNames, graphqlIn, restIn } from './asking.ts';

let app: TestApp;
const ids = byPlural((): number[] => []);

/** What else is said in each language. */
const MORE: Partial<Record<Plural, object>> = {
  events: { event_status: 'postponed', event_status_reason: '비', virtual_url: 'https://a.example/', colour: 'Rojo' },
  venues: { city: 'Sevilla' },
};

/** The first of each kind is translated into Korean, the second one into Spanish. */
beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  await defineFields(app);
  const top = await made(app, 'categories', { name: 'Top' });
  for (const index of upTo(3)) {
    const image = `https://example.org/${index}.png`;
    const event = await made(app, 'events', {
      title: `Event ${index}`,
      image,
      categories: [`Category ${index}`],
      tags: [`Tag ${index}`],
      ...byName(({ name }) => [{ [name]: `${name} ${index}`, image }]),
      venue: [{ venue: `Venue ${index}`, city: `City ${index}`, image }],
    });
    ids.events.push(event.id);
    for (const { name, inEvents } of EVENT_LINKS) ids[inEvents].push([event[name]].flat()[0].id);
    ids.categories.push(event.categories[0].id);
    ids.tags.push(event.tags[0].id);
  }
  const below = { parent: top.id };
  await app.rest('PUT', `/categories/${ids.categories[0]}`, { as: 'administrator', json: below });
  for (const plural of PLURALS) {
    for (const [index, language] of (['ko', 'es'] as const).entries()) {
      const json = { [NAME[plural]]: freshNames()[language], description: `<b>${language}</b> & co`, ...MORE[plural] };
      await restIn(app, { form: 'segment', language }, 'PUT', `/${plural}/${ids[plural][index]}`, { json });
    }
  }
});
afterAll(() => app.close());

test.each(KINDS.map((kind) => ({ ...kind, kind })))(
  '$plural are the same in both APIs in Korean and Spanish',
  async (row) => {
    const { name, plural, selection, inSingle, single } = row.kind;
    const query = `query One($id: ID!) { ${name}(ref: { databaseId: $id }) { ${selection} ${inSingle} } }`;
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
