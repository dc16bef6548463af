import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ users: [] });
});
afterAll(() => app.close());

const WINTER = '2026-11-20T11:30:00Z';
const SUMMER = '2026-07-01T00:00:00Z';

/** The zone of the site, a moment, and what the root says of them: the name in the zones database, hours from UTC. */
const ZONES = [
  ['UTC', WINTER, 'UTC', 0],
  ['Europe/Madrid', WINTER, 'Europe/Madrid', 1],
  ['Europe/Madrid', SUMMER, 'Europe/Madrid', 2],
  ['America/St_Johns', WINTER, 'America/St_Johns', -3.5],
  ['Pacific/Auckland', '2026-04-04T13:59:59Z', 'Pacific/Auckland', 13],
  ['Pacific/Auckland', '2026-04-04T14:00:00Z', 'Pacific/Auckland', 12],
  ['UTC+2', SUMMER, '', 2],
  ['+05:45', WINTER, '', 5.75],
  ['EST', SUMMER, '', -5],
] as const;

test.each(ZONES)('a site in %s says at %s that its zone is "%s", %d hours from UTC', async (zone, now, name, hours) => {
  app.clock.now = Date.parse(now);
  const { body } = await app.secondServer({ SITE_TIMEZONE: zone })('/wp-json/?_fields=timezone_string,gmt_offset');
  expect(body).toEqual({ timezone_string: name, gmt_offset: hours });
});
