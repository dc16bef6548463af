import fc from 'fast-check';
import { getNamedType, isObjectType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../../src/api/graphql/schema.ts';
import { nodeId } from '../../../src/domain/node-id.ts';
import { buildApp, type Caller, type TestApp } from '../../support/app.ts';
import { runsOf } from '../../support/fuzz/seed.ts';
import { made } from '../../support/making.ts';
import { incomingOf } from '../../support/web.ts';
import { elementsOf } from '../pages/support.ts';

let app: TestApp;

/** Each type with texts, and its root field. */
const TYPES = [
  ['Event', 'event'],
  ['EventSeries', 'series'],
  ['Venue', 'venue'],
  ['Organizer', 'organizer'],
  ['Category', 'category'],
  ['Tag', 'tag'],
] as const;
const ids: Record<string, number> = {};

beforeAll(async () => {
  app = await buildApp({ env: { FEDERATION: 'true' } });
  const recurrence = { rule: 'FREQ=WEEKLY;COUNT=2' };
  const [venue, organizer, category, tag] = [
    (await made(app, 'venues')).id,
    (await made(app, 'organizers')).id,
    (await made(app, 'categories')).id,
    (await made(app, 'tags')).id,
  ];
  const event = (await made(app, 'events', { venue, organizer, categories: [category], tags: [tag] })).id;
  const series = (await made(app, 'events', { title: 'Weekly', recurrence })).series.id;
  Object.assign(ids, { event, series, venue, organizer, category, tag });
});
afterAll(() => app.close());

/** The texts of a type: the fields that are HTML. */
const htmlOf = (name: string): string[] => {
  const type = schema.getType(name);
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  return fields.filter((field) => getNamedType(field.type).name === 'Html').map((field) => field.name);
};

test('HTML is what descriptions and excerpts are, and has no other forms than cleaned', () => {
  const all = Object.keys(schema.getTypeMap()).flatMap((type) => htmlOf(type).map((key) => `${type}.${key}`));
  expect(all.sort()).toEqual(
    TYPES.flatMap(([type]) =>
      [type, `${type}Translation`].flatMap((each) => [
        `${each}.description`,
        ...(type.startsWith('Event') ? [`${each}.excerpt`] : []),
      ]),
    ).sort(),
  );
  const args = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => htmlOf(type.name).map((key) => type.getFields()[key]!.args.map(({ name }) => name)));
  expect(new Set(args.flat())).toEqual(new Set(['language']));
});

const forms = (type: string): string =>
  htmlOf(type)
    .map((key) => `${key} ${key}Text ${key}Raw`)
    .join(' ');

const READ = `query {
  ${TYPES.map(
    ([type, root]) => `${root}(ref: { databaseId: ROOT_${root} }) {
      ${forms(type)} translations { ${forms(`${type}Translation`)} }
    }`,
  ).join('\n')}
}`;

type Texts = Record<string, string | null>;
type Shown = Texts & { translations: Texts[] };

async function shownTo(as: Caller): Promise<[root: string, texts: Texts][]> {
  const { body } = await app.graphql(
    READ.replace(/ROOT_(\w+)/g, (_, root: string) => String(ids[root])),
    {},
    { as },
  );
  expect(body.errors).toBeUndefined();
  return Object.entries(body.data as Record<string, Shown>).flatMap(([root, { translations, ...texts }]) =>
    [texts, ...translations].map((each): [string, Texts] => [root, each]),
  );
}

/** Writes a text into every description and excerpt, in English and in Korean. */
async function write(text: string): Promise<void> {
  const inputs = TYPES.map(
    ([type, root]) => `${root}: update${type.replace('EventSeries', 'Series')}(input: {
      ref: { databaseId: ${ids[root]} }, ${htmlOf(type).map((key) => `${key}: $text`)}
    }) { userErrors { code } }`,
  );
  for (const language of ['', '/ko']) {
    const json = { query: `mutation ($text: String) { ${inputs.join('\n')} }`, variables: { text } };
    const { body } = await app.fetch(`${language}/graphql`, { method: 'POST', as: 'administrator', json });
    expect(Object.values(body.data)).toEqual(TYPES.map(() => ({ userErrors: [] })));
  }
}

/** Parts of hostile texts, one a line. */
const PARTS = `
<script>alert(1)</script>
<script src=//e.example>
<img src=x onerror=alert(1)>
<svg/onload=alert(1)>
<a href="javascript:alert(1)">x</a>
<a href=" jav&#x09;ascript:alert(1)">
<a href=JaVaScRiPt:alert(1)>
<iframe srcdoc="<script>alert(1)</script>">
<iframe src=javascript:alert(1)>
<object data=x><embed src=x>
<math><mtext><style><img src=x onerror=alert(1)></style>
<noscript><p title="</noscript><img src=x onerror=x>">
<form action=javascript:x()><button formaction=javascript:x()>
<base href=//e.example><meta http-equiv=refresh>
<p style="background:url(javascript:x)">
<video poster=javascript:x onplay=x()>
<details open ontoggle=x()>
<title></title><img src=x onerror=x>
&lt;script&gt;alert(1)&lt;/script&gt;
<scr<script>ipt>
<!--
-->
<![CDATA[
]]>
<table><td>
</p>
<textarea>
<xmp>
<template>
"
'
<
>
/
text`.split('\n');

const HOSTILE = fc
  .array(fc.constantFrom(...PARTS, '\n\n', '`'), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(''));

const CODE = /^(?:script|style|object|embed|base|meta|link|form|svg|math|template|iframe)$/;
const HANDLER = /^(?:on|style$|srcdoc$|formaction$|action$)/;
const SCHEME = /^\s*(?:javascript|data|vbscript):/i;

/** What a browser would run or load as code. */
const harm = (html: string): string[] =>
  elementsOf(html).flatMap(({ name, attributes }) => [
    ...[name].filter((each) => CODE.test(each)),
    ...Object.entries(attributes)
      .filter(([key, value]) => HANDLER.test(key) || SCHEME.test(value))
      .map((each) => each.join('=')),
  ]);

const rawOf = (all: readonly [string, Texts][]) =>
  all.flatMap(([root, texts]) =>
    Object.entries(texts).flatMap(([key, text]) => (key.endsWith('Raw') ? [[root, text] as const] : [])),
  );

test('whatever is written, each text of each type is clean, and only who may change it sees its source', async () => {
  await fc.assert(
    fc.asyncProperty(HOSTILE, async (text) => {
      await write(text);
      const [toVisitors, toEditors] = [await shownTo('anonymous'), await shownTo('editor')];
      const html = toVisitors.flatMap(([, texts]) => [texts.description, texts.excerpt ?? '']);
      expect(html.flatMap((each) => harm(each!))).toEqual([]);
      expect(new Set(rawOf(toVisitors).map(([, raw]) => raw))).toEqual(new Set([null]));
      // Terms store their texts only cleaned.
      const sources = rawOf(toEditors).filter(([root]) => root !== 'category' && root !== 'tag');
      expect(new Set(sources.map(([, raw]) => raw))).toEqual(new Set([text.trim() === '' ? null : text]));
    }),
    { numRuns: runsOf(5, 300), examples: [['<img src=x onerror=alert(1)>'], ['<b>5 &lt; 6</b>']] },
  );
});

/** All texts of all types, but for those that are made of them. */
const TEXTS = `fragment Texts on NodeWithTitle { __typename ${TYPES.map(([type]) => {
  const its = (of: string) => forms(of).replace(/\w+Text /g, '');
  return `... on ${type} { ${its(type)} translations { ${its(`${type}Translation`)} } }`;
}).join(' ')} }`;

const WAYS = `query ($all: [_Any!]!, $after: String) {
  _entities(representations: $all) { ...Texts }
  changes(after: $after) { changes { record { ...Texts } } }
  events(first: 1) {
    nodes { venues { ...Texts } organizers { ...Texts } categories { ...Texts } tags { ...Texts } }
    facets { venues { venue { ...Texts } } categories { category { ...Texts } } tags { tag { ...Texts } } }
  }
} ${TEXTS}`;

/** The texts in an answer, wherever they stand. */
const textsIn = (value: unknown): Texts[] =>
  value !== null && typeof value === 'object'
    ? [...('descriptionRaw' in value ? [value as Texts] : []), ...Object.values(value).flatMap(textsIn)]
    : [];

/** The changes since a cursor as a stream tells them, until each type was among them. */
async function streamed(after: string): Promise<unknown[]> {
  const query = `subscription ($after: String) { changed(after: $after) { change { record { ...Texts } } } } ${TEXTS}`;
  const headers = { 'Content-Type': 'application/json', Accept: 'text/event-stream' };
  const body = JSON.stringify({ query, variables: { after } });
  const asked = new Request('http://127.0.0.1:4000/graphql', { method: 'POST', headers, body });
  const { stream } = await app.answer(incomingOf(asked));
  let text = '';
  for await (const part of stream!) {
    text += Buffer.from(part as Uint8Array).toString();
    if (TYPES.every(([type]) => text.includes(`"__typename":"${type}"`) && text.endsWith('\n\n'))) break;
  }
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data!));
}

test('texts of entities, facets, links and changes are clean, and visitors see no source there', async () => {
  const { cursor } = (await app.graphql('{ changes { cursor } }')).body.data.changes;
  await write(PARTS.filter((part) => part !== '<!--').join('x'));
  const all = TYPES.map(([type, root]) => ({ __typename: type, id: nodeId(root, ids[root]!) }));
  const { body } = await app.graphql(WAYS, { all, after: cursor });
  expect(body.errors).toBeUndefined();
  const ways = [body.data._entities, body.data.changes, body.data.events.nodes, body.data.events.facets];
  for (const texts of [...ways, await streamed(cursor)].map(textsIn)) {
    const html = texts.flatMap(({ description, excerpt }) => [description, excerpt ?? '']);
    expect(html.join('')).toContain('alert(1)');
    expect(html.flatMap((each) => harm(each!))).toEqual([]);
    expect(new Set(texts.flatMap(({ descriptionRaw, excerptRaw }) => [descriptionRaw, excerptRaw ?? null]))).toEqual(
      new Set([null]),
    );
  }
  expect(textsIn(body.data._entities)).toHaveLength(2 * TYPES.length);
});

test('the text of HTML has no markup of its own, and an absent text is null', async () => {
  await write('<p>Tom &amp; <b>Jerry</b></p><ul><li><a href="https://e.example/a">us</a></li></ul>');
  const texts = (await shownTo('anonymous')).map(([, { descriptionText }]) => descriptionText);
  // Descriptions of terms are one paragraph.
  expect(new Set(texts)).toEqual(
    new Set(['Tom & Jerry\n\n- us (https://e.example/a)', 'Tom & Jerryus (https://e.example/a)']),
  );
  await write('');
  const absent = (await shownTo('editor')).map(([, texts]) => texts);
  expect(absent.flatMap(({ descriptionText, descriptionRaw }) => [descriptionText, descriptionRaw])).toEqual(
    absent.flatMap(() => [null, null]),
  );
  expect(new Set(absent.map(({ description }) => description))).toEqual(new Set(['']));
});

test.each<[Caller, Record<string, boolean>]>([
  ['subscriber', { event: false, series: false, venue: false, organizer: false, category: false, tag: false }],
  ['contributor', { event: false, series: false, venue: false, organizer: false, category: false, tag: false }],
  ['author', { event: false, series: false, venue: false, organizer: false, category: true, tag: false }],
  ['editor', { event: true, series: true, venue: true, organizer: true, category: true, tag: true }],
])('%s reads the source of what they may change', async (as, may) => {
  await write('<i>one</i>');
  const seen = rawOf(await shownTo(as)).map(([root, raw]) => [root, raw !== null]);
  expect(Object.fromEntries(seen)).toEqual(may);
});
