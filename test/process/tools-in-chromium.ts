/**
 * Tries the tools of people who write programs, on a running demo in a real Chromium: GraphiQL in three languages, narrow and wide,
 * light and dark, and the forms of the documentation. Prints what is wrong, and exits with 1 if anything is.
 *
 *   CHROMIUM=/usr/bin/chromium npx tsx test/process/tools-in-chromium.ts http://127.0.0.1:4000
 */
import { chromium, type Page } from 'playwright-core';

const [site = 'http://127.0.0.1:4000'] = process.argv.slice(2);
const PICTURE = new URL('../../docs/images/demo.png', import.meta.url).pathname;

let wrong = 0;
function check(what: string, isRight: boolean): void {
  process.stdout.write(`${what}: ${isRight ? 'yes' : 'NO'}\n`);
  if (!isRight) wrong += 1;
}

const tabsOf = (page: Page) => page.locator('.graphiql-tab').count();
const answered = (page: Page, text: string) => page.locator('.result-window', { hasText: text }).waitFor();

/** Answers at once, then writes a draft, says it in Korean and trashes it, each from the menu. */
async function tryGraphiql(page: Page, path: string): Promise<void> {
  await page.goto(site + path);
  await answered(page, '"data"');
  check(`${path} opens with one tab, which is answered`, (await tabsOf(page)) === 1);
  for (const [name, said] of [
    ['EventWithANewVenue', '"DRAFT"'],
    ['TranslateAnEvent', '"KO"'],
    ['TrashAnEvent', '"TRASH"'],
  ] as const) {
    const before = await tabsOf(page);
    await page.selectOption('.graphiql-logo select', name);
    await page.locator('.graphiql-tab-active', { hasText: name }).waitFor();
    await page.click('.graphiql-execute-button');
    await answered(page, said);
    check(`${path}: ${name} opens a tab of its own and runs as shown`, (await tabsOf(page)) === before + 1);
  }
  await page.locator('.graphiql-logo button').press('Enter');
  const address = `${new URL('operations/TrashAnEvent', page.url())}`;
  check(
    `${path} shows a mutation as an address`,
    await page.getByRole('dialog').getByText(`POST ${address}`).isVisible(),
  );
  await page.keyboard.press('Escape');
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  check(`${path} is no wider than the window`, !isWide);
}

/** Sends the form of an event as it is filled, and a file. */
async function tryDocs(page: Page): Promise<void> {
  await page.goto(`${site}/docs#/Events/CreateEvent`);
  const event = page.locator('#operations-Events-CreateEvent');
  await event.locator('.try-out__btn').click();
  await event.locator('.opblock-section-request-body select').first().selectOption('multipart/form-data');
  const fields = event.locator('.opblock-section-request-body :is(input[type=text], textarea)');
  const values = await fields.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
  check('the form of an event holds no samples', !values.some((value) => value === 'string' || value === 'true'));
  check('its picture is a file', (await event.locator('input[type=file]').count()) === 1);
  await event.locator('input[type=file]').setInputFiles(PICTURE);
  await event.locator('.execute').click();
  check(
    'it is taken as it is',
    (await event.locator('.live-responses-table .response-col_status').last().innerText()).startsWith('201'),
  );
  const upload = page.locator('#operations-Pictures-POSTPictures');
  await upload.locator('.opblock-summary-control').click();
  await upload.locator('.try-out__btn').click();
  await upload.locator('input[type=file]').setInputFiles(PICTURE);
  await upload.locator('.execute').click();
  check(
    'a picture is taken',
    (await upload.locator('.live-responses-table .response-col_status').last().innerText()).startsWith('201'),
  );
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
});
try {
  for (const [path, width, colorScheme] of [
    ['/graphql', 1280, 'light'],
    ['/ko/graphql', 390, 'dark'],
    ['/es/graphql', 1280, 'dark'],
    ['/docs', 1280, 'light'],
  ] as const) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    page.on('pageerror', (error) => check(`${path} has no error: ${error.message}`, false));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== new URL(site).origin && protocol.startsWith('http'))
        check(`${path} asks only its own host: ${request.url()}`, false);
    });
    await (path === '/docs' ? tryDocs(page) : tryGraphiql(page, path));
    await context.close();
  }
} finally {
  await browser.close();
}
process.exitCode = wrong > 0 ? 1 : 0;
