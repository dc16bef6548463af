import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KeptFile } from '../../src/data/pictures/port.ts';
import { lendFile } from '../../src/http/uploads.ts';
import { IMAGES, type ImageRecord } from '../../src/kinds/image/record.ts';
import { filesOf } from '../../src/kinds/image/sizes.ts';
import { calendarIn } from '../import/support.ts';
import { type Answered, buildApp, type Caller, type TestApp } from '../support/app.ts';
import { outcomeOf } from '../support/outcome.ts';

let app: TestApp;
let picture: Blob;
let other: Blob;

const MEDIA = '/wp-json/wp/v2/media';
const SITE = 'http://127.0.0.1:4000';

beforeAll(async () => {
  app = await buildApp({ another: 'author' });
  picture = await made('#c03', 800, 400);
  other = await made('#06c', 100, 100);
});
afterAll(() => app.close());

async function made(background: string, width: number, height: number): Promise<Blob> {
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
}

type Parts = Readonly<Record<string, string | readonly [content: Blob, name: string]>>;

function formOf(parts: Parts): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value[0], value[1]);
  }
  return form;
}

const sendForm = (path: string, parts: Parts, as: Caller = 'author', headers = {}): Promise<Answered> =>
  app.fetch(path, { method: 'POST', as, body: formOf(parts), headers });

const upload = (parts: Parts = {}, as: Caller = 'author'): Promise<Answered> =>
  sendForm(MEDIA, { file: [picture, 'A Night.jpg'], ...parts }, as);

async function listed(): Promise<KeptFile[]> {
  const all: KeptFile[] = [];
  for await (const file of app.store.pictures.list()) all.push(file);
  return all;
}

const pathOf = (url: string): string => url.slice(SITE.length);

describe('media as on the host', () => {
  test('an upload answers with what writers read, and its picture is served at its address', async () => {
    const { status, body } = await upload({ alt_text: 'A stage', title: 'Night <b>&</b>' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: { rendered: 'Night &amp;' },
      author: app.idOf('author'),
      alt_text: 'A stage',
      media_type: 'image',
      mime_type: 'image/jpeg',
      media_details: { width: 800, height: 400, file: 'a-night.jpg' },
    });
    const { sizes } = body.media_details;
    expect(Object.keys(sizes)).toEqual(['medium', 'medium_large', 'thumbnail', 'full']);
    expect(sizes.full.source_url).toBe(body.source_url);
    expect(body.source_url).toMatch(new RegExp(`^${SITE}/pictures/${body.id}-[0-9a-f]{32}/a-night\\.jpg$`));
    for (const { source_url, mime_type, filesize } of Object.values<Record<string, string>>(sizes)) {
      const served = await app.fetch(pathOf(source_url!));
      expect([served.status, served.headers.get('Content-Type')]).toEqual([200, mime_type]);
      expect(filesize ?? expect.any(Number)).toEqual(Number(served.headers.get('Content-Length')));
    }
  });

  test('the answer to an upload says where it is', async () => {
    const { headers, body } = await upload();
    expect(headers.get('Location')).toBe(`${SITE}${MEDIA}/${body.id}`);
    expect((await app.fetch(pathOf(headers.get('Location')!), { as: 'author' })).body.id).toBe(body.id);
  });

  test.each([
    ['in Korean', '무대', '무대'],
    ['in German', 'Straße', 'Straße'],
    ['cut in an emoji', `${'a'.repeat(199)}😀`, 'a'.repeat(199)],
  ])('the title of an upload is the name of its file, %s', async (_, name, title) => {
    const sent = Buffer.from(`attachment; filename="${name}.jpg"`).toString('latin1');
    const raw = { method: 'POST', as: 'author', headers: { 'Content-Disposition': sent }, body: picture } as const;
    for (const { status, body } of [
      await app.fetch(MEDIA, raw),
      await sendForm(MEDIA, { file: [picture, `${name}.jpg`] }),
    ])
      expect([status, body.title.rendered]).toEqual([201, title]);
  });

  test.each<[string, () => Promise<Answered>, string]>([
    ['a visitor', () => upload({}, 'anonymous'), '401 rest_cannot_create'],
    ['a contributor', () => upload({}, 'contributor'), '403 rest_cannot_create'],
    ['a form without a file', () => sendForm(MEDIA, { alt_text: 'x' }), '400 rest_upload_no_data'],
    ['no body', () => app.fetch(MEDIA, { method: 'POST', as: 'author' }), '400 rest_upload_no_data'],
    [
      'a body without a name',
      () => app.fetch(MEDIA, { method: 'POST', as: 'author', body: picture, headers: { 'Content-Length': '9' } }),
      '400 rest_upload_no_content_disposition',
    ],
    ['a text', () => upload({ file: [new Blob(['text']), 'a.jpg'] }), '400 rest_invalid_param file'],
    [
      'a part of another name',
      () => sendForm(MEDIA, { picture: [picture, 'a.jpg'] }),
      '400 rest_invalid_param picture',
    ],
    ['a token without a file', () => sendForm(MEDIA, { file: `upload:${'0'.repeat(64)}` }), '400 rest_upload_no_data'],
    ['20 MB', () => upload({ file: [new Blob([new Uint8Array(20e6)]), 'a.jpg'] }), '413 rest_body_too_large'],
    ['10.5 MB', () => upload({ file: [new Blob([new Uint8Array(10.5e6)]), 'a.jpg'] }), '413 rest_body_too_large'],
  ])('%s is refused', async (_, send, refusal) => {
    const before = await listed();
    expect(codeOf(await send())).toBe(refusal);
    expect(await listed()).toEqual(before);
  });

  test('who brought a picture reads, lists, changes and deletes it; others do not', async () => {
    const { id } = (await upload()).body;
    const one = `${MEDIA}/${id}`;
    const asked = async (method: string, path: string, as: Caller, json?: object) =>
      codeOf(await app.fetch(path, { method, as, ...(json && { json }) }));
    expect(await asked('GET', one, 'author')).toBe('200');
    for (const as of ['anonymous', 'another', 'contributor'] as const)
      expect(await asked('GET', one, as)).toBe('404 rest_post_invalid_id');
    const list = await app.fetch(`${MEDIA}?per_page=1`, { as: 'author' });
    expect([list.body.length, list.body[0].id]).toEqual([1, id]);
    expect(list.headers.get('X-WP-TotalPages')).toBe(list.headers.get('X-WP-Total'));
    expect((await app.fetch(MEDIA, { as: 'another' })).body).toEqual([]);
    expect(await asked('GET', MEDIA, 'anonymous')).toBe('401 rest_forbidden');
    expect(await asked('POST', one, 'contributor', { alt_text: 'x' })).toBe('403 rest_cannot_edit');
    expect(await asked('PATCH', one, 'author', { alt_text: 'New' })).toBe('200');
    expect((await app.fetch(one, { as: 'author' })).body.alt_text).toBe('New');
    expect(await asked('DELETE', one, 'author')).toBe('501 rest_trash_not_supported');
    const { body } = await app.fetch(`${one}?force=true`, { method: 'DELETE', as: 'author' });
    expect(body).toMatchObject({ deleted: true, previous: { id, alt_text: 'New' } });
    expect(await asked('GET', one, 'author')).toBe('404 rest_post_invalid_id');
  });

  test('two who bring the same picture have one each, and its files are kept once', async () => {
    const mine = (await upload()).body;
    const before = (await listed()).length;
    const theirs = (await upload({}, 'another')).body;
    expect(theirs.id).not.toBe(mine.id);
    expect((await listed()).length).toBe(before);
    const event = { title: 'T', start_date: '2030-01-01', end_date: '2030-01-01', image: theirs.id };
    expect(codeOf(await app.rest('POST', '/events', { as: 'another', json: event }))).toBe('201');
    expect(codeOf(await app.rest('POST', '/events', { as: 'another', json: { ...event, image: mine.id } }))).toBe(
      '400 rest_invalid_param image',
    );
  });

  test('an image of which a size is lost still names its other files', async () => {
    const { id } = (await upload()).body;
    const [image] = await app.store.byIds<ImageRecord>(IMAGES.name, [id]);
    const { sizes, ...whole } = image!;
    const broken = { ...whole, sizes: { ...sizes, medium: null } } as unknown as ImageRecord;
    expect(filesOf(broken)).toEqual(filesOf(image!).filter((name) => !name.endsWith('-300.webp')));
  });

  test('a picture that records show is not deleted, and the refusal says how many do', async () => {
    const { id } = (await upload()).body;
    const record = {
      title: 'T',
      start_date: '2030-01-01',
      end_date: '2030-01-01',
      venue: { venue: 'Hall', image: id },
    };
    const event = (await app.rest('POST', '/events', { as: 'author', json: { ...record, image: id } })).body;
    const { status, body } = await app.fetch(`${MEDIA}/${id}?force=1`, { method: 'DELETE', as: 'author' });
    expect([status, body.code, body.message]).toEqual([409, 'rest_image_in_use', 'The image is shown by 2 records.']);
    const shown = (await app.rest('GET', `/events/${event.id}`)).body.image;
    expect(shown.sizes.medium).toMatchObject({ width: 300, height: 150, 'mime-type': 'image/webp' });
    expect(shown.sizes.medium.url).toMatch(new RegExp(`^${SITE}/pictures/.*-300\\.webp$`));
  });
});

const codeOf = ({ status, body }: Answered): string =>
  [status, body?.code, Object.keys(body?.data?.params ?? {}).join()].filter(Boolean).join(' ');

describe('a picture beside the fields of a record', () => {
  const EVENT = { title: 'Evening', start_date: '2030-01-01 20:00', end_date: '2030-01-01 22:00' };
  const PATH = '/wp-json/calendar/events/v1';

  test.each([
    ['events', EVENT],
    ['venues', { venue: 'Hall' }],
    ['organizers', { organizer: 'Ann' }],
  ])('of new %s and of changes', async (path, fields) => {
    const created = await sendForm(`${PATH}/${path}`, { ...fields, image: [picture, 'one.jpg'] });
    expect(outcomeOf(created)).toBe(201);
    expect(created.body.image).toMatchObject({ width: 800, height: 400, extension: 'jpg' });
    const changed = await sendForm(`${PATH}/${path}/${created.body.id}`, { image: [other, 'two.jpg'] });
    expect(changed.body.image).toMatchObject({ width: 100, height: 100 });
    const { url, width, height } = changed.body.image;
    // It is no larger than a thumbnail.
    expect(changed.body.image.sizes).toMatchObject({ thumbnail: { url, width, height, 'mime-type': 'image/jpeg' } });
  });

  test('is brought together with the record, or neither is', async () => {
    const count = async () => (await app.fetch(MEDIA, { as: 'author' })).headers.get('X-WP-Total');
    const before = await count();
    const parts = { ...EVENT, image: [picture, 'one.jpg'] } as const;
    expect(codeOf(await sendForm(`${PATH}/events`, { ...parts, venue: '999999' }))).toBe(
      '400 rest_invalid_param venue',
    );
    expect(codeOf(await sendForm(`${PATH}/events`, { ...parts, image: [new Blob(['x']), 'one.jpg'] }))).toBe(
      '400 rest_invalid_param image',
    );
    expect(await count()).toBe(before);
  });

  test.each<[string, Parts, Caller, string]>([
    ['of a contributor', { image: ['picture', 'one.jpg'] as never }, 'contributor', '400 rest_invalid_param image'],
    ['of a visitor', { image: ['picture', 'one.jpg'] as never }, 'anonymous', '400 rest_invalid_param image'],
    ['in another part', { venue: ['picture', 'one.jpg'] as never }, 'author', '400 rest_invalid_param venue'],
    ['that is only named', { image: `upload:${'0'.repeat(64)}` }, 'author', '400 rest_invalid_param image'],
  ])('%s is refused', async (_, parts, as, refusal) => {
    const sent = Object.fromEntries(
      Object.entries(parts).map(([name, value]) => [name, Array.isArray(value) ? [picture, value[1]] : value]),
    );
    expect(codeOf(await sendForm(`${PATH}/events`, { ...EVENT, ...sent } as Parts, as))).toBe(refusal);
  });

  test('of more than 1 MB is refused before it is read, if its sender may bring none', async () => {
    const headers = { 'Content-Length': '5000000' };
    const parts = { ...EVENT, image: [picture, 'one.jpg'] } as const;
    expect(codeOf(await sendForm(`${PATH}/events`, parts, 'anonymous', headers))).toBe('401 rest_forbidden');
    expect(codeOf(await sendForm(`${PATH}/events`, parts, 'contributor', headers))).toBe('403 rest_forbidden');
  });

  test('sent again with its key makes nothing new', async () => {
    const headers = { 'Idempotency-Key': 'picture-1' };
    const send = () => sendForm(`${PATH}/events`, { ...EVENT, image: [picture, 'one.jpg'] }, 'author', headers);
    const first = await send();
    expect((await send()).body.id).toBe(first.body.id);
    const changed = await sendForm(`${PATH}/events`, { ...EVENT, image: [other, 'one.jpg'] }, 'author', headers);
    expect(codeOf(changed)).toBe('422 rest_idempotency_conflict');
  });
});

describe('GraphQL', () => {
  const QUERY = `mutation Bring($input: UploadImageInput!) {
    uploadImage(input: $input) {
      image { databaseId title alternativeText mimeType url small: url(width: 200) wide: url(width: 5000)
        renditions { name width height url } author { databaseId } }
      userErrors { message code path }
    }
  }`;

  const OPERATIONS = { query: QUERY, variables: { input: { file: null, alternativeText: 'A stage' } } };
  const MAP = { 0: ['variables.input.file'] };
  const PREFLIGHT = { 'GraphQL-Require-Preflight': '1' };

  const send = (operations: object, map: object, file = picture, as: Caller = 'author', headers: object = PREFLIGHT) =>
    sendForm(
      '/graphql',
      { operations: JSON.stringify(operations), map: JSON.stringify(map), 0: [file, 'A Night.jpg'] },
      ...([as, headers] as const),
    );

  test('an upload is an image with its sizes', async () => {
    const { body } = await send(OPERATIONS, MAP);
    const { image, userErrors } = body.data.uploadImage;
    expect(userErrors).toEqual([]);
    expect(image).toMatchObject({ title: 'A Night', alternativeText: 'A stage', mimeType: 'image/jpeg' });
    expect(image.author.databaseId).toBe(app.idOf('author'));
    expect(image.renditions.map(({ name, width }: { name: string; width: number }) => [name, width])).toEqual([
      ['medium', 300],
      ['medium_large', 768],
      ['full', 800],
    ]);
    expect([image.small, image.wide]).toEqual([image.renditions[0].url, image.url]);
    const event = `mutation($id: String!) { createEvent(input: { title: "T", startDate: "2030-01-01", endDate: "2030-01-01", image: $id }) {
      event { image { url } } userErrors { message } } }`;
    const { data } = (await app.graphql(event, { id: String(image.databaseId) }, { as: 'author' })).body;
    expect(data.createEvent.event.image.url).toBe(image.url);
  });

  test('two files of the same bytes each keep their name', async () => {
    const query = `mutation ($a: UploadImageInput!, $b: UploadImageInput!) {
      a: uploadImage(input: $a) { image { title } } b: uploadImage(input: $b) { image { title } } }`;
    const operations = JSON.stringify({ query, variables: { a: { file: null }, b: { file: null } } });
    const map = JSON.stringify({ 0: ['variables.a.file'], 1: ['variables.b.file'] });
    const files: Parts = { 0: [picture, 'One.jpg'], 1: [picture, 'Two.jpg'] };
    const { body } = await sendForm('/graphql', { operations, map, ...files }, 'author', PREFLIGHT);
    expect(body.data).toEqual({ a: { image: { title: 'One' } }, b: { image: { title: 'Two' } } });
  });

  test('a file that is no picture is an error of its field', async () => {
    const { body } = await send(OPERATIONS, MAP, new Blob(['text']));
    expect(body.data.uploadImage).toEqual({
      image: null,
      userErrors: [
        {
          message: 'Must be a JPEG, PNG, WebP, AVIF or GIF picture.',
          code: 'INVALID_IMAGE',
          path: ['input', 'file'],
        },
      ],
    });
  });

  test.each<[string, object, object]>([
    ['a place outside the variables', OPERATIONS, { 0: ['query'] }],
    ['a place that is not null', OPERATIONS, { 0: ['variables.input.alternativeText'] }],
    ['a place that is not there', OPERATIONS, { 0: ['variables.input.image'] }],
    ['a place that objects inherit', OPERATIONS, { 0: ['variables.input.__proto__.file'] }],
    ['a file that is not there', OPERATIONS, { 1: ['variables.input.file'] }],
    ['places that are no list', OPERATIONS, { 0: 'variables.input.file' }],
    ['operations that are a list', [OPERATIONS], { 0: ['0.variables.input.file'] }],
  ])('a forged form is refused: %s', async (_, operations, map) => {
    const { status, body } = await send(operations, map);
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'INVALID_FORM']);
  });

  test.each<[string, () => Promise<Answered>, number, string]>([
    ['a visitor', () => send(OPERATIONS, MAP, picture, 'anonymous'), 401, 'UNAUTHENTICATED'],
    ['a contributor', () => send(OPERATIONS, MAP, picture, 'contributor'), 403, 'FORBIDDEN'],
    ['a form of a foreign page', () => send(OPERATIONS, MAP, picture, 'author', {}), 403, 'CROSS_SITE'],
    [
      'operations that are too deep',
      () => send({ query: QUERY, variables: { input: { file: null, alternativeText: deep(2_000) } } }, MAP),
      ...([400, 'INVALID_JSON'] as const),
    ],
  ])('%s is refused', async (_, send, status, code) => {
    const answered = await send();
    expect([answered.status, answered.body.errors[0].extensions.code]).toEqual([status, code]);
  });

  test('a token in JSON stands for nothing', async () => {
    const variables = { input: { file: `upload:${'0'.repeat(64)}` } };
    const { userErrors } = (await app.graphql(QUERY, variables, { as: 'author' })).body.data.uploadImage;
    expect(userErrors).toMatchObject([{ message: 'Must be a file that comes with the request.' }]);
  });
});

const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

describe('serving', () => {
  let path: string;
  let size: number;

  beforeAll(async () => {
    const { body } = await upload();
    path = pathOf(body.source_url);
    size = body.media_details.filesize;
  });

  const get = (headers: Record<string, string> = {}, method = 'GET') => app.fetch(path, { method, headers });

  test('a picture is kept forever, and runs nothing', async () => {
    const { status, headers } = await get();
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'image/jpeg',
      'content-length': String(size),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  });

  test.each([
    ['bytes=0-9', 206, (size: number) => `bytes 0-9/${size}`],
    ['bytes=10-', 206, (size: number) => `bytes 10-${size - 1}/${size}`],
    ['bytes=-5', 206, (size: number) => `bytes ${size - 5}-${size - 1}/${size}`],
    ['bytes=0-99999999', 206, (size: number) => `bytes 0-${size - 1}/${size}`],
    ['bytes=99999999-', 416, (size: number) => `bytes */${size}`],
    ['bytes=-0', 416, (size: number) => `bytes */${size}`],
    ['bytes=9-1', 200, () => null],
    ['bytes=0-1,3-4', 200, () => null],
    ['lines=1-2', 200, () => null],
  ])('Range %s is %i', async (range, status, contentRange) => {
    const answered = await get({ Range: range });
    expect([answered.status, answered.headers.get('Content-Range')]).toEqual([status, contentRange(size)]);
  });

  test('who has a picture is told so, and HEAD tells its size', async () => {
    const etag = (await get()).headers.get('ETag')!;
    expect((await get({ 'If-None-Match': etag })).status).toBe(304);
    expect((await get({ Range: 'bytes=0-1', 'If-Range': etag })).status).toBe(206);
    expect((await get({ Range: 'bytes=0-1', 'If-Range': '"another"' })).status).toBe(200);
    const head = await get({}, 'HEAD');
    expect([head.status, head.text, head.headers.get('Content-Length')]).toEqual([200, '', String(size)]);
  });

  test.each([
    ['another hash', (of: string) => of.replace(/-[0-9a-f]{32}/, `-${'0'.repeat(32)}`)],
    ['a size that it does not have', (of: string) => of.replace('.jpg', '-1200.webp')],
    ['a path above', (of: string) => of.replace('a-night', '..%2f..')],
  ])('an address with %s is not there', async (_, change) => {
    expect((await app.fetch(change(path))).status).toBe(404);
  });
});

test('a picture that two programs fetch at once from one address becomes one image, which keeps its id and is shown from here', async () => {
  const url = 'https://old.example/a.jpg';
  const event = { title: 'Shows it', start_date: '2030-01-01 10:00', end_date: '2030-01-01 12:00', image: url };
  const { body } = await app.rest('POST', '/events', { as: 'author', json: event });
  const { services, context } = calendarIn(app.store);
  const both = [services, calendarIn(app.store).services];
  const ctx = context({ language: 'en' });
  const bytes = Buffer.from(await picture.arrayBuffer());
  for (const address of [url, 'https://old.example/b.jpg']) {
    const kept = await Promise.all(
      both.map(({ image }) => lendFile(bytes, (path) => image.keepFetched(address, path, ctx))),
    );
    expect(kept[0]).toEqual(kept[1]);
    expect((await services.image.fetchedFrom([address])).get(address)).toEqual(kept[0]);
  }
  const image = (await services.image.fetchedFrom([url])).get(url)!;
  expect(image.id).toBe(body.image.id);
  const reshow = () => services.image.reshow('event', [body.id], (record) => ({ ...record, image }), ctx);
  const versions = (await reshow()).map(([before, after]) => after.version - before.version);
  expect([versions, await reshow()]).toEqual([[1], []]);
});
