import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../support/app.ts';

const WINTER = '2026-11-20T11:30:00Z';
const SUMMER = '2026-07-01T00:00:00Z';

/** The zone of the site, a moment, and what the root says of them: the name in the zones database, hours from UTC. */
const ZONES = [
  ['UTC', WINTER, 'UTC', 0],
  ['Europe/Madrid', WINTER, 'Europe/Madrid', 1],
  ['Europe/Madrid', SUMMER, 'Europe/Madrid', 2],
  ['Asia/Seoul', SUMMER, 'Asia/Seoul', 9],
  ['America/St_Johns', WINTER, 'America/St_Johns', -3.5],
  ['Asia/Kathmandu', WINTER, 'Asia/Kathmandu', 5.75],
  ['Australia/Lord_Howe', WINTER, 'Australia/Lord_Howe', 11],
  ['Pacific/Auckland', '2026-04-04T13:59:59Z', 'Pacific/Auckland', 13],
  ['Pacific/Auckland', '2026-04-04T14:00:00Z', 'Pacific/Auckland', 12],
  ['UTC+2', SUMMER, '', 2],
  ['UTC-3.5', WINTER, '', -3.5],
  ['+05:45', WINTER, '', 5.75],
  ['EST', SUMMER, '', -5],
] as const;

test.each(ZONES)('a site in %s says at %s that its zone is "%s", %d hours from UTC', async (zone, now, name, hours) => {
  const app = await buildApp({ env: { SITE_TIMEZONE: zone }, now, users: [] });
  onTestFinished(() => app.close());
  expect((await app.fetch('/wp-json/')).body).toMatchObject({ timezone_string: name, gmt_offset: hours });
});
