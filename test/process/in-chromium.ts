/**
 * Opens every kind of page of a running calendar in a real Chromium: narrow and wide, light and dark, in three languages. Prints
 * what axe finds, console errors, requests to other hosts except for pictures, and pages wider than the window. It exits with 1
 * if it finds anything. With a folder it writes a picture of each page, and a PDF of each wide, light one.
 *
 *   CHROMIUM=/usr/bin/chromium npm run test:pages -- http://127.0.0.1:4000 [FOLDER]
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

const [site = 'http://127.0.0.1:4000', folder] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const SIZES = [
  { width: 320, height: 640 },
  { width: 1280, height: 900 },
];
const VIEWS = {
  home: '/',
  list: '/events/',
  past: '/events/list/?eventDisplay=past',
  month: '/events/month/',
  day: '/events/today/',
  search: '/events/?s=a',
  chosen: '/events/?weekend=1&free=1',
  nothing: '/events/?s=qqqq',
  missing: '/nothing-here/',
  embedded: '/events/month/?embed=1',
};

/** The pages that are looked at, by name: views in three languages, and a record of each kind. */
async function paths(): Promise<[name: string, path: string][]> {
  const views = ['', '/ko', '/es'].flatMap((language) =>
    Object.entries(VIEWS).map(([name, path]): [string, string] => [
      `${name}${language.replace('/', '-')}`,
      language + path,
    ]),
  );
  const { events } = (await (await fetch(`${site}/wp-json/calendar/events/v1/events?per_page=50`)).json()) as {
    events: {
      url: string;
      series?: object;
      venue: { url?: string };
      organizer: { url: string }[];
      categories: { urls: { self: string } }[];
    }[];
  };
  const full = events.find(({ venue, organizer, categories }) => venue.url && organizer[0] && categories[0]);
  if (!full) throw new Error('No event on the first page has a venue, an organizer and a category.');
  const repeated = events.find(({ series }) => series);
  const [, series] = (repeated && /"(?:\.\.\/)+(series\/[^"]+)"/.exec(await (await fetch(repeated.url)).text())) ?? [];
  if (!repeated || !series) throw new Error('No event on the first page repeats.');
  const records = {
    event: full.url,
    repeated: repeated.url,
    series: `${site}/${series}`,
    venue: full.venue.url!,
    organizer: full.organizer[0]!.url,
  };
  // An address in another language leads to the right one.
  const pages = Object.entries(records).flatMap(([name, url]) =>
    ['', '/ko', '/es'].map((language): [string, string] => [
      `${name}${language.replace('/', '-')}`,
      language + new URL(url).pathname,
    ]),
  );
  return [...views, ...pages];
}

/** What is wrong with a page, a line each. */
async function wrongWith(page: Page, path: string): Promise<string[]> {
  const wrong: string[] = [];
  page.on('console', (message) => {
    // That a page is missing is what it says.
    if (message.type() === 'error' && !/ 404 /.test(message.text())) wrong.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => wrong.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const isOurs = [new URL(site).origin, 'null'].includes(new URL(request.url()).origin);
    if (!isOurs && request.resourceType() !== 'image') wrong.push(`asks ${request.url()}`);
  });
  await page.goto(site + path, { waitUntil: 'networkidle' });
  if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wrong.push('wider than the window');
  await page.evaluate(axe);
  const found: { id: string; targets: string }[] = await page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: axe has put itself there
    const { violations } = await (globalThis as any).axe.run();
    return violations.map(({ id, nodes }: { id: string; nodes: { target: string[] }[] }) => ({
      id,
      targets: nodes
        .map(({ target }) => target.join(' '))
        .slice(0, 3)
        .join(', '),
    }));
  });
  return [...wrong, ...found.map(({ id, targets }) => `axe: ${id} at ${targets}`)];
}

async function lookAt(browser: Browser): Promise<number> {
  let problems = 0;
  const pages = await paths();
  for (const viewport of SIZES)
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ viewport, colorScheme });
      for (const [name, path] of pages) {
        const page = await context.newPage();
        const wrong = await wrongWith(page, path);
        const called = `${name}-${viewport.width}-${colorScheme}`;
        process.stdout.write(`${called}: ${wrong.length ? wrong.join('; ') : 'nothing wrong'}\n`);
        problems += wrong.length;
        if (folder) await page.screenshot({ path: join(folder, `${called}.png`) });
        if (folder && called.endsWith('1280-light')) await page.pdf({ path: join(folder, `${name}.pdf`) });
        await page.close();
      }
      await context.close();
    }
  return problems;
}

const isThere = await fetch(`${site}/ready`).then(
  () => true,
  () => false,
);
if (!isThere) {
  process.stderr.write(`Nothing answers at ${site}: run npm run demo first, or name another address.\n`);
  process.exit(1);
}
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
});
try {
  process.exitCode = (await lookAt(browser)) > 0 ? 1 : 0;
} finally {
  await browser.close();
}
