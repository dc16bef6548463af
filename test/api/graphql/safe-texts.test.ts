import fc from 'fast-check';
import { getNamedType, isObjectType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../../src/api/graphql/schema.ts';
import { buildApp, type Caller, type TestApp } from '../../support/app.ts';
import { runsOf } from '../../support/fuzz/seed.ts';
import { made } from '../../support/making.ts';
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
  app = await buildApp();
  const recurrence = { rule: 'FREQ=WEEKLY;COUNT=2' };
  ids.event = (await made(app, 'events')).id;
  ids.series = (await made(app, 'events', { title: 'Weekly', recurrence })).series.id;
  ids.venue = (await made(app, 'venues')).id;
  ids.organizer = (await made(app, 'organizers')).id;
  ids.category = (await made(app, 'categories')).id;
  ids.tag = (await made(app, 'tags')).id;
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
