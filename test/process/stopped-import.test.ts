import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillCalendar } from '../import/calendars.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { hearRequests } from './requests.ts';
import { openHouse } from './support.ts';

const house = openHouse();
let served: ServedApp;
beforeAll(async () => {
  served = await serveApp();
  await fillCalendar(served.app, 150);
});
afterAll(async () => {
  await served.close();
  await house.remove();
});

test('Ctrl-C ends an import between two units: it says what was done and how to go on, and the next run does', async () => {
  const place = house.place();
  const call = [process.execPath, 'dist/import.js', served.url] as const;
  const { kill, ended } = house.begin(place, call);
  let pages = 0;
  const stop = hearRequests((path) => {
    pages += Number(/events\?/.test(path));
    if (pages === 2) kill('SIGINT');
  });
  const { code, signal, out, error } = await ended;
  stop();
  expect([code, signal]).toEqual([1, null]);
  expect(out).toMatch(/^Imported from http:\/\/127.*\n(?: {2}\w+ +[\d,]+ made\n)+/);
  expect(error).toMatch(/The import was stopped\. What came before is kept: run the same import again to go on\n$/);
  const again = await house.run(place, call);
  expect([again.code, again.out]).toEqual([0, expect.stringMatching(/events +\d+ made/)]);
});

test('an import that ends at what its file says does not say that the same import goes on', async () => {
  const file = join(house.dir, 'cut-off.jsonl');
  const lines = (await served.app.rest('GET', '/export.jsonl', { as: 'administrator' })).text.split('\n');
  const importing = () => house.run(house.place(), [process.execPath, 'dist/import.js', file]);
  writeFileSync(file, lines.slice(0, 9).join('\n'));
  expect((await importing()).error).toMatch(/cut off behind this line\. What came before is kept\n$/);
  writeFileSync(file, Buffer.from([0x7b, 0xff]));
  expect((await importing()).error).not.toContain('kept');
});

test('a timer hears by the exit code that nobody answers or records were refused, and quietly nothing without news', async () => {
  const file = join(house.dir, 'timer.csv');
  const place = house.place();
  const importing = (...args: string[]) => house.run(place, [process.execPath, 'dist/import.js', ...args]);
  writeFileSync(file, 'Event Name,Event Start Date\nA walk,2027-06-01 10:00\nA talk,soon\n');
  const loud = await importing(file);
  const strict = await importing(file, '--strict', '--quiet');
  const quiet = await importing(file, '--quiet');
  writeFileSync(file, 'Event Name,Event Start Date\nA walk,2027-06-01 10:00\nA talk,later\n');
  const [news, known] = [await importing(file, '--quiet'), await importing(file, '--quiet')];
  const away = await importing('http://127.0.0.1:9/basic.ics', '--quiet');
  expect([loud, strict, quiet, news, known, away].map(({ code }) => code)).toEqual([0, 3, 0, 0, 0, 4]);
  expect([loud, strict, quiet, news, known, away].map(({ out }) => out.includes('A talk'))).toEqual([
    ...[true, true, false, true, false, false],
  ]);
  const unzoned = 'SITE_TIMEZONE is not set: dates without a zone, and the days of pages, are those of UTC';
  expect(loud.out).toContain(`${unzoned} (1, such as A walk (line 2))`);
  expect([quiet.out, quiet.error, known.out, away.out]).toEqual(['', '', '', '']);
  expect(away.error).toMatch(/^http:\/\/127\.0\.0\.1:9\/basic\.ics cannot be read: nobody answers there\n$/);
  const { out } = await importing('--sources');
  expect(out).toMatch(
    /^\S+Z, done: Imported from timer\.csv\.\n {2}events +1 unchanged, 1 refused\nRefused:\n.*A talk.*\n$/,
  );
});

test('control characters of a file reach neither the terminal nor the report', async () => {
  const title = '\u001b[2JBad\u009b31m\u202e';
  const file = join(house.dir, 'a.ics');
  const report = join(house.dir, 'report.json');
  const event = (start: string) => ['BEGIN:VEVENT', `SUMMARY:${title}`, `DTSTART:${start}`, 'END:VEVENT'];
  const lines = ['BEGIN:VCALENDAR', ...event('soon'), `BEGIN:X\u001b[2J`, `END:X\u001b[2J`, 'END:VCALENDAR'];
  writeFileSync(file, lines.join('\n'));
  const importing = (...args: string[]) => house.run(house.place(), [process.execPath, 'dist/import.js', ...args]);
  const { out, error } = await importing(file, '--report', report);
  for (const text of [out, error, readFileSync(report, 'utf8')])
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]|\\u00/u);
  expect(out).toContain('Bad');
  expect((await importing(`${file}\u001b[2J`)).error).not.toContain('\u001b');
});
