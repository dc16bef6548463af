import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_ROUTE } from '../../src/api/rest/error-body.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { createLog } from '../../src/process/log.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { type RunningProvider, startProvider } from '../support/provider.ts';

const { CHROMIUM = '/usr/bin/chromium' } = process.env;

let url: string;
let app: TestApp;
let provider: RunningProvider;
let browser: Browser;
const http = createHttpServer({ noRoute: NO_ROUTE, log: createLog('silent') });

const inBrowser = test.runIf(existsSync(CHROMIUM));

beforeAll(async () => {
  if (!existsSync(CHROMIUM)) return;
  url = `http://127.0.0.1:${await http.listen('127.0.0.1', 0)}`;
  provider = await startProvider(url);
  app = await buildApp({
    now: new Date().toISOString(),
    env: {
      SITE_URL: url,
      OIDC_ISSUER: provider.url,
      OIDC_CLIENT_ID: 'pages',
      OIDC_ROLES: 'writers=editor',
      OIDC_SCOPES: 'openid offline_access calendar',
    },
  });
  http.serve(app.answer);
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
});
afterAll(async () => {
  if (!existsSync(CHROMIUM)) return;
  await browser.close();
  await http.stop();
  await app.close();
  await provider.close();
});

/** Signs somebody in by the button of a page, in the window that it opens. */
async function signIn(page: Page, login: string): Promise<void> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const window = await opened;
  await window.fill('input[name="login"]', login);
  await window.fill('input[name="password"]', 'any');
  const closed = window.waitForEvent('close');
  await window.click('button[type="submit"]');
  await window.click('button[type="submit"]');
  await closed;
  app.clock.now = Date.now();
}

/** Opens a page, and collects what its console says of faults. */
async function opened(path: string): Promise<{ page: Page; faults: string[] }> {
  const page = await (await browser.newContext()).newPage();
  const faults: string[] = [];
  page.on('console', (line) => line.type() === 'error' && faults.push(line.text()));
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto(url + path);
  return { page, faults };
}

const stored = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));

inBrowser('in GraphiQL, one button signs in at the provider, and a mutation counts', { timeout: 120_000 }, async () => {
  const { page, faults } = await opened(
    '/graphql?query=mutation%7BcreateTag(input%3A%7Bname%3A%22Signed%22%7D)%7Btag%7Bname%7D%7D%7D',
  );
  await signIn(page, 'writers');
  await page.getByText('Signed in as writers (editor)').waitFor();
  await page.locator('.graphiql-execute-button').click();
  await page.locator('.result-window').getByText('"Signed"').waitFor();
  expect(await stored(page)).not.toMatch(/eyJ/);
  expect(faults).toEqual([]);
});

inBrowser('in the documentation, the same button signs in, and Execute writes', { timeout: 120_000 }, async () => {
  const { page, faults } = await opened('/docs#/Tags/CreateTag');
  await signIn(page, 'writers');
  await page.getByText('Signed in as writers (editor)').waitFor();
  await page.locator('.try-out__btn').first().click();
  await page.locator('textarea.body-param__text').first().fill('{"name":"Executed"}');
  await page.locator('.execute').first().click();
  await page.locator('.live-responses-table .response-col_status').getByText('201').waitFor();
  expect(await page.locator('.authorize').count()).toBe(0);
  expect(await stored(page)).not.toMatch(/eyJ/);
  expect(faults).toEqual([]);
});

inBrowser(
  'somebody without a group is told so, and a name with a password counts in every tab',
  { timeout: 120_000 },
  async () => {
    const { page } = await opened('/graphql?query=%7Bviewer%7Brole%7D%7D');
    await signIn(page, 'readers');
    await page.getByText('Your account at the log-in has no role in this calendar.').waitFor();
    const [name, password] = app.credentials('author').split(':') as [string, string];
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Password').fill(password);
    expect(await page.getByLabel('Password').getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Signed in as author (author)').waitFor();
    await page.locator('.graphiql-execute-button').click();
    await page.locator('.result-window').getByText('"AUTHOR"').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.locator('.graphiql-execute-button').click();
    await page.locator('.result-window').getByText('null').waitFor();
    expect(await stored(page)).not.toContain(password);
  },
);
