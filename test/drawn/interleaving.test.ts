import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fallbackOrder, LANGUAGES, type Language } from '../../src/domain/language.ts';
import { type Form, graphqlIn, restIn } from '../kinds/languages/asking.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { fuzzSeed, runsOf } from '../support/fuzz/seed.ts';
import { NAME, type Plural } from '../support/making.ts';
import { contents, empty } from '../support/stored.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

interface Kind {
  plural: Plural;
  type: string;
  name: string;
  texts: readonly string[];
  /** Whether its descriptions have a source beside what is shown. */
  inForms: boolean;
}

/** Every text of every kind, with its name at both APIs. */
const KINDS: readonly Kind[] = [
  { plural: 'events', type: 'Event', name: 'title', texts: ['title', 'description', 'excerpt'], inForms: true },
  {
    plural: 'venues',
    type: 'Venue',
    name: 'name',
    inForms: true,
    texts: ['name', 'description', 'address', 'city', 'country', 'province', 'state', 'stateProvince'],
  },
  { plural: 'organizers', type: 'Organizer', name: 'name', texts: ['name', 'description'], inForms: true },
  { plural: 'categories', type: 'Category', name: 'name', texts: ['name', 'description'], inForms: false },
  { plural: 'tags', type: 'Tag', name: 'name', texts: ['name', 'description'], inForms: false },
];

type Texts = Record<string, string>;
type Said = { [L in Language]?: Texts | undefined };

const wireOf = ({ plural, name }: Kind, texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key === name ? NAME[plural] : key.toLowerCase(), text]),
  );

const WORDS = ['fair', 'Fair', '장터', '가을 장터', 'otoño', 'niño', 'x'];
const DATES = { startDate: '2026-12-01', endDate: '2026-12-02' };

interface Write {
  which: number;
  api: 'rest' | 'graphql';
  language: Language;
  form: Form;
  texts: Texts;
}

const arbitraryTexts = ({ texts, name }: Kind) =>
  fc.record(
    Object.fromEntries(
      texts.map((key) => [key, fc.constantFrom(...WORDS, ...(key === name ? [] : ['', '경기도 수원시']))] as const),
    ),
    // Without it, it follows from what else is sent.
    { requiredKeys: texts.filter((key) => key === 'stateProvince') },
  ) as fc.Arbitrary<Texts>;

const arbitraryWrite = (kind: Kind): fc.Arbitrary<Write> =>
  fc.record({
    which: fc.nat(1),
    api: fc.constantFrom('rest', 'graphql'),
    language: fc.constantFrom(...LANGUAGES),
    form: fc.constantFrom('parameter', 'segment'),
    texts: arbitraryTexts(kind),
  });

async function send(kind: Kind, id: number, { api, texts, ...spoken }: Write) {
  const { plural, type } = kind;
  if (api === 'rest') return restIn(app, spoken, 'PATCH', `/${plural}/${id}`, { json: wireOf(kind, texts) });
  const query = `mutation ($input: Update${type}Input!) { done: update${type}(input: $input) { userErrors { code } } }`;
  return graphqlIn(app, spoken, query, { input: { ref: { databaseId: id }, ...texts } });
}

async function start({ type, texts, name }: Kind, language: Language, number: number) {
  const dates = type === 'Event' ? DATES : {};
  const first: Texts = { ...Object.fromEntries(texts.map((key) => [key, `${key} first`])), [name]: `One ${number}` };
  const query = `mutation ($input: Create${type}Input!) { create${type}(input: $input) { it: ${type.toLowerCase()} { id: databaseId } } }`;
  const { body } = await graphqlIn(app, { form: 'segment', language }, query, { input: { ...first, ...dates } });
  const said: Said = { [language]: first };
  return { id: Object.values<{ it: { id: number } }>(body.data)[0]!.it.id, original: language, said };
}

/** What is shown of a field: as said in the language, else in the original, else in any. */
const shown = (said: Said, original: Language, language: Language, key: string) =>
  fallbackOrder(language, original)
    .map((each) => said[each]?.[key])
    .find((text) => text !== undefined);

/** Descriptions of posts are shown as HTML, with their source in a field of its own. Those of terms are stored only as shown. */
const selected = ({ texts, inForms }: Kind, language: Language): string =>
  texts
    .map((key) => {
      const form = inForms && ['description', 'excerpt'].includes(key) ? `${key}: ${key}Raw` : key;
      return `${form}(language: ${language.toUpperCase()})`;
    })
    .join(' ');

async function allShown(kind: Kind, id: number) {
  const fields = LANGUAGES.map(
    (language) => `${language}: ${kind.type.toLowerCase()}(ref: { databaseId: ${id} }) { ${selected(kind, language)} }`,
  );
  const { text } = await app.graphql(`{ ${fields.join(' ')} }`, {}, { as: 'administrator' });
  // The source of an emptied text is null.
  return JSON.parse(text, (_, value) => value ?? '').data;
}

/** What a language says after a write: a text that it shows already, be it that of another one, is not said anew. */
function withTexts(said: Said, original: Language, language: Language, texts: Texts): Texts | undefined {
  const own = Object.entries(texts).filter(([key, text]) => shown(said, original, language, key) !== text);
  return said[language] || own.length > 0 ? { ...said[language], ...Object.fromEntries(own) } : undefined;
}

let number = 0;
const seed = fuzzSeed();

test.each(KINDS)(
  `whatever is written to $plural, each language keeps what it said last (FUZZ_SEED=${seed})`,
  async (kind) => {
    const { texts, plural } = kind;
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitraryWrite(kind), { maxLength: 8 }),
        fc.constantFrom(...LANGUAGES),
        async (writes, first) => {
          const records = [await start(kind, first, ++number), await start(kind, 'en', ++number)];
          for (const write of writes) {
            const record = records[write.which]!;
            const { status, text, body } = await send(kind, record.id, write);
            expect([status, body.data?.done.userErrors ?? []], text).toEqual([200, []]);
            const { said, original } = record;
            said[write.language] = withTexts(said, original, write.language, write.texts);
          }
          for (const { id, said, original } of records) {
            const expected = LANGUAGES.map((language) => [
              language,
              Object.fromEntries(texts.map((key) => [key, shown(said, original, language, key)])),
            ]);
            expect(await allShown(kind, id)).toEqual(Object.fromEntries(expected));
          }
          const slugs = (await contents(app.store))[plural].flatMap((record) => record.slugs ?? []);
          expect(new Set(slugs).size).toBe(slugs.length);
        },
      ),
      { numRuns: runsOf(3, 24), seed },
    );
  },
);

const WITH_SLUGS = KINDS.filter(({ plural }) => ['events', 'categories', 'tags'].includes(plural));
const SLUGS = ['fair', 'feria', '장터', 'fair-2'];

test.each(WITH_SLUGS)(
  `whatever slugs $plural get, a refused one changes nothing, the rest stay apart (FUZZ_SEED=${seed})`,
  async (kind) => {
    const { plural, name } = kind;
    const write = fc.record({
      which: fc.nat(1),
      api: fc.constantFrom('rest', 'graphql'),
      form: fc.constantFrom('parameter', 'segment'),
      language: fc.constantFrom(...LANGUAGES),
      texts: fc.record(
        { [name]: fc.constantFrom(...WORDS), description: fc.constantFrom(...WORDS), slug: fc.constantFrom(...SLUGS) },
        { requiredKeys: [] },
      ),
    }) as fc.Arbitrary<Write>;
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 8 }), async (writes) => {
        await empty(app);
        const ids = [await start(kind, 'en', ++number), await start(kind, 'ko', ++number)].map(({ id }) => id);
        for (const each of writes) {
          const before = (await contents(app.store))[plural];
          const { status, body } = await send(kind, ids[each.which]!, each);
          const after = (await contents(app.store))[plural];
          const refused = status === 400 || body.data?.done.userErrors.length > 0;
          expect(after.find(({ _id }) => refused && _id === ids[each.which])).toEqual(
            before.find(({ _id }) => refused && _id === ids[each.which]),
          );
          const { slug: wanted = '' } = refused ? {} : each.texts;
          const { slug } = after.find(({ _id }) => _id === ids[each.which])!;
          expect(slug[each.language] ?? '').toContain(wanted);
          const slugs = after.flatMap((record) => record.slugs ?? []);
          expect(new Set(slugs).size).toBe(slugs.length);
        }
      }),
      { numRuns: runsOf(3, 24), seed },
    );
  },
);
