import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { elementsOf, pageAt, textOf } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'own-site-'));
const fileOf = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

/** A picture of two by one pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAD0lEQVR4nGP4z8DwHwgBAA8AAv+Rkc0QAAAAAElFTkSuQmCC',
  'base64',
);

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({
    now: FRIDAY,
    env: {
      SITE_NAME: 'Busan "events"',
      SITE_NAME_KO: '부산 행사',
      SITE_DESCRIPTION: 'What is on in Busan.',
      SITE_DESCRIPTION_KO: '부산에서 열리는 행사.',
      SITE_LOGO: fileOf('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
      SITE_IMAGE: fileOf('shared.png', PNG),
    },
  });
  await made(app, 'events', { title: 'Open day' });
  const hall = await made(app, 'venues', { venue: 'Hall', image: 'https://pictures.example/hall.jpg' });
  await made(app, 'events', { title: 'Drawn', image: 'https://pictures.example/own.svg', venue: hall.id });
  const choir = { title: 'Choir', image: 'https://pictures.example/choir.jpg', venue: hall.id };
  const { id } = await made(app, 'events', { ...choir, recurrence: { rule: 'FREQ=WEEKLY;COUNT=2' } });
  const { body } = await app.rest('PATCH', `/events/${id}`, {
    as: 'administrator',
    json: { slug: 'first', image: '' },
  });
  expect(body.image).toBe(false);
  await made(app, 'events', { title: 'Pictured', image: 'https://pictures.example/own.jpg', venue: hall.id });
});
afterAll(() => app.close());

const SITE_PICTURE = /^http:\/\/127\.0\.0\.1:4000\/files\/image-[0-9a-f]{16}\.png$/;

/** The contents of a page's `meta` elements, by name or property. */
const metasOf = (page: string): Record<string, string> =>
  Object.fromEntries(
    elementsOf(page).flatMap(({ name, attributes: { property, content, ...more } }) =>
      name === 'meta' && content ? [[property ?? more.name, content]] : [],
    ),
  );

test.each([
  ['', 'Busan "events"', 'What is on in Busan.'],
  ['/ko', '부산 행사', '부산에서 열리는 행사.'],
  // Spanish has no name of its own.
  ['/es', 'Busan "events"', 'What is on in Busan.'],
])('%s/ tells everybody what the site is called: %s', async (language, name, description) => {
  const { text } = await pageAt(app, `${language}/`);
  expect(textOf(text, 'title').endsWith(` – ${name}`)).toBe(true);
  expect(elementsOf(text).find(({ attributes }) => attributes.class === 'name')?.text).toBe(name);
  expect(metasOf(text)).toMatchObject({ 'og:site_name': name, description });
  expect(elementsOf(text).filter(({ attributes: { title } }) => title === name)).toHaveLength(3);
  expect((await app.fetch(`${language}/events/?feed=rss2`)).text).toContain(
    `<title>${name.replace(/"/g, '&quot;')}</title>`,
  );
  expect((await app.fetch(`${language}/wp-json/`)).body).toMatchObject({ name, description });
});

test('where browsers ask for a password, the name is one that a header can hold', async () => {
  const headers = { authorization: `Basic ${btoa('a:b')}` };
  const realms = await Promise.all(
    [app.fetch, app.secondServer({ SITE_NAME: '부산' })].map(async (fetch) =>
      (await fetch('/wp-json/calendar/events/v1/events', { headers })).headers.get('www-authenticate'),
    ),
  );
  expect(realms).toEqual([
    'Bearer, Basic realm="Busan \\"events\\"", charset="UTF-8"',
    'Bearer, Basic realm="Event calendar", charset="UTF-8"',
  ]);
});

test('the logo is in the head of each page, also where nothing is', async () => {
  for (const path of ['/', '/event/open-day/', '/nothing/']) {
    const { text } = await pageAt(app, path);
    const [logo] = elementsOf(text).filter(({ path }) => path.endsWith('a.name'));
    const { pathname } = new URL(logo!.attributes.src!, `http://127.0.0.1:4000${path}`);
    expect(pathname).toMatch(/^\/files\/logo-[0-9a-f]{16}\.svg$/);
    expect((await app.fetch(pathname)).headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  }
});

test.each<[path: string, picture: RegExp]>([
  ['/event/pictured/', /own\.jpg$/],
  // Chats draw no SVG.
  ['/event/drawn/', /hall\.jpg$/],
  ['/venue/hall/', /hall\.jpg$/],
  ['/event/first/', /choir\.jpg$/],
  ['/series/choir/', /choir\.jpg$/],
  ['/event/open-day/', SITE_PICTURE],
  ['/', SITE_PICTURE],
  ['/events/month/', SITE_PICTURE],
  ['/ko/events/2026-11-20/', SITE_PICTURE],
])('whoever shares %s shows a large picture', async (path, picture) => {
  expect(metasOf((await pageAt(app, path)).text)).toMatchObject({
    'og:image': expect.stringMatching(picture),
    'twitter:card': 'summary_large_image',
  });
});

test('the picture of the site comes with its size, a text, and its file', async () => {
  const metas = metasOf((await pageAt(app, '/ko/')).text);
  expect(metas).toMatchObject({ 'og:image:width': '2', 'og:image:height': '1', 'og:image:alt': '부산 행사' });
  const { status, headers } = await app.fetch(new URL(metas['og:image']!).pathname);
  expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
});

test.each([
  ['SITE_IMAGE', 'shared.svg', '<svg/>', 'which must end with .png, .jpg, .webp'],
  ['SITE_IMAGE', 'broken.png', 'x', 'which cannot be read as a picture'],
  ['SITE_IMAGE', 'huge.png', 'x'.repeat(1_000_001), 'which has 1000001 bytes: 1000000 are allowed'],
  ['SITE_LOGO', 'logo.exe', 'x', 'which must end with .svg, .png, .jpg, .webp'],
  ['SITE_LOGO', 'large.png', 'x'.repeat(100_001), 'which has 100001 bytes: 100000 are allowed'],
  ['THEME_CSS', 'large.css', 'x'.repeat(100_001), 'which has 100001 bytes: 100000 are allowed'],
])('%s=%s stops the start with a line that says why', (variable, name, content, why) => {
  const path = fileOf(name, content);
  expect(() => app.secondServer({ [variable]: path })).toThrow(`${variable} names ${path}, ${why}`);
});
