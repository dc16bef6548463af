import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { elementsOf, loadedBy, pageAt } from './support.ts';

const SITE = 'http://127.0.0.1:4000';
const VIEWS = ['/events/', '/events/month/', '/venue/hall/', '/ko/events/past/'];
let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ env: { EMBED_PARENTS: 'https://town.example, https://www.town.example:8443' } });
  const hall = await made(app, 'venues', { venue: 'Hall' });
  await made(app, 'events', {
    title: 'Tonight',
    venue: hall.id,
    start_date: '2026-11-20 20:00',
    end_date: '2026-11-20 22:00',
  });
});
afterAll(() => app.close());

const embedded = (path: string) => pageAt(app, `${path}?embed=1`);

describe.each(VIEWS)('%s in a frame', (path) => {
  let text: string;
  let headers: Headers;
  beforeAll(async () => {
    ({ text, headers } = await embedded(path));
  });

  test('has no head, no foot and no form, and is not told to search engines', () => {
    const elements = elementsOf(text);
    const names = elements.map(({ name }) => name);
    expect(names.filter((name) => /^(form|footer|input|button)$/.test(name))).toEqual([]);
    expect(elements.some(({ attributes }) => attributes.class === 'top')).toBe(false);
    expect(names).toContain('main');
    expect(text).toContain('<meta name="robots" content="noindex">');
  });

  test('may be shown by the pages of EMBED_PARENTS, and by no other', async () => {
    expect(headers.get('content-security-policy')).toContain(
      'frame-ancestors https://town.example https://www.town.example:8443',
    );
    expect(headers.get('content-security-policy')).toContain("form-action 'none'");
    expect(headers.get('x-frame-options')).toBeNull();
    const page = await pageAt(app, path);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('x-frame-options')).toBe('DENY');
  });

  test('leads to views in the frame, and to everything else in a window', () => {
    const links = elementsOf(text).filter(({ name, attributes }) => name === 'a' && !attributes.href?.startsWith('#'));
    expect(links.length).toBeGreaterThan(2);
    for (const { attributes } of links) {
      const { searchParams } = new URL(attributes.href!, SITE + path);
      expect([attributes.href, searchParams.get('embed') === '1']).toEqual([
        attributes.href,
        attributes.target !== '_blank',
      ]);
    }
  });
});

test('without EMBED_PARENTS no page may show a view', async () => {
  const { headers } = await app.secondServer({ EMBED_PARENTS: '' })('/events/?embed=1');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('x-frame-options')).toBe('DENY');
});

describe('the script for frames', () => {
  let script: string;
  beforeAll(async () => {
    script = (await app.fetch('/embed.js')).text;
  });

  test('has at most a kilobyte, and is loaded by views in frames alone', async () => {
    const { status, headers } = await app.fetch('/embed.js');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(Buffer.byteLength(script)).toBeLessThanOrEqual(1024);
    const loaded = (text: string) => loadedBy(text).filter((address) => address.endsWith('.js'));
    expect(loaded((await embedded('/events/')).text)).toEqual(['../embed.js']);
    expect(loaded((await pageAt(app, '/events/')).text)).toEqual([expect.stringMatching(/^\.\.\/files\/pages-/)]);
  });

  /** Runs the script in a page with these elements. */
  function run(page: object): void {
    new Function('document', 'addEventListener', 'parent', 'ResizeObserver', script)(
      ...['document', 'addEventListener', 'parent', 'ResizeObserver'].map((name) => page[name as never]),
    );
  }

  test('tells the height of a view to the page around it', () => {
    const told: unknown[] = [];
    const root = { getBoundingClientRect: () => ({ height: 812.4 }) };
    run({
      document: { currentScript: { src: `${SITE}/embed.js`, dataset: { inside: '' } }, documentElement: root },
      parent: { postMessage: (...message: unknown[]) => told.push(message) },
      ResizeObserver: function ResizeObserver(this: { observe(): void }, resized: () => void) {
        this.observe = resized;
      },
    });
    expect(told).toEqual([[813, '*']]);
  });

  test('gives a frame the height that its own window tells, if that is one', () => {
    const frame = (src: string) => ({ src, contentWindow: { of: src }, style: { height: '' } });
    const [ours, other] = [frame(`${SITE}/events/?embed=1`), frame('https://elsewhere.example/')];
    let hear: (message: object) => void = () => {};
    run({
      document: { currentScript: { src: `${SITE}/embed.js`, dataset: {} }, querySelectorAll: () => [ours, other] },
      addEventListener: (_: string, listener: typeof hear) => {
        hear = listener;
      },
    });
    for (const data of ['812', { height: 812 }, -1, 0, 1.5, 60_000, Number.NaN, null])
      hear({ source: ours.contentWindow, origin: SITE, data });
    hear({ source: other.contentWindow, origin: 'https://elsewhere.example', data: 500 });
    hear({ source: ours.contentWindow, origin: 'https://elsewhere.example', data: 500 });
    hear({ source: {}, origin: SITE, data: 500 });
    expect([ours.style.height, other.style.height]).toEqual(['', '']);
    hear({ source: ours.contentWindow, origin: SITE, data: 812 });
    expect([ours.style.height, other.style.height]).toEqual(['812px', '']);
  });
});
