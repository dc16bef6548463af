import { cpSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic } from '../http/auth/support.ts';
import { eventually } from '../support/eventually.ts';
import {
  type HookFiles,
  hookTo,
  openHookFiles,
  openReceiverServer,
  type ReceiverServer,
} from '../webhooks/receiver.ts';
import { formOf, jpeg, openHouse, type Running, rest, typed } from './support.ts';

/*
 * What each program does, typed in a shell as in the docs, from the built programs: one story on two calendars, in the order of
 * the table. On the other store, journeys/copied.test.ts runs each of them. What they refuse whatever the calendar has is in programs.test.ts.
 */

const house = openHouse();
const here = house.dataFolder();
const places = { first: house.place(), second: house.place() };
const placeOf = (name: keyof typeof places): string => Object.values(places[name])[0]!;
const SECRET = 'long enough';

let server: Running;
let receiver: ReceiverServer;
let files: HookFiles;
/** What lines name by `$NAME`. */
let env: Record<string, string>;

beforeAll(async () => {
  receiver = await openReceiverServer();
  files = openHookFiles();
  const WEBHOOKS = files.write([hookTo(receiver)]);
  // The program that prints the schema writes there.
  const schema = realpathSync(join(house.dir, 'schema'));
  rmSync(join(house.dir, 'schema'));
  cpSync(schema, join(house.dir, 'schema'), { recursive: true });
  mkdirSync(join(here, 'documents'));
  writeFileSync(join(here, 'documents/one.graphql'), 'query One { events { totalCount } }');
  env = {
    WEBHOOKS,
    SECRET,
    HERE: here,
    NEW: join(here, 'not/there'),
    FIRST: placeOf('first'),
    SECOND: placeOf('second'),
  };
});
afterAll(async () => {
  await house.remove();
  await receiver.close();
  files.remove();
});

/** Starts the server of the first calendar, which runs from then on, and brings it an event with a picture. */
async function startFirst(): Promise<void> {
  server = await house.start({ ...places.first, WEBHOOKS: env.WEBHOOKS! }, typed('WORKERS=2 npm start'));
  Object.assign(env, { SITE: server.url, HOST_OF_SITE: new URL(server.url).host });
  const days = { start_date: '2037-03-09', end_date: '2037-03-09' };
  const body = formOf({ title: 'With a picture', ...days, image: await jpeg() });
  const headers = { Authorization: basic('ana', SECRET) };
  expect((await fetch(rest(server, '/events'), { method: 'POST', body, headers })).status).toBe(201);
}

/** Waits until the webhook has begun, and notes a cursor. */
async function noteCursor(): Promise<void> {
  const list = () => house.run({ ...env, ...places.first }, typed('npm run webhooks -- list'));
  await eventually(async () => expect((await list()).out).toContain('nothing waits'));
  const { cursor } = (await (await fetch(rest(server, '/changes'))).json()) as { cursor: string };
  env.CURSOR = cursor;
}

interface More {
  /** Which calendar; the first by default. */
  in?: keyof typeof places;
  /** What happens before it. */
  before?: () => Promise<void>;
  /** What it says on standard error; by default nothing but its progress. */
  error?: RegExp;
}

/** What is typed, and what it prints. */
type Row = readonly [line: string, says: string | RegExp, more?: More];

/** So many lines of JSON. */
const jsonl = (lines: number): RegExp => new RegExp(`^({.+}\\n){${lines}}$`);
const SECOND = { in: 'second' } as const;
const FIRST_SERVED = { before: startFirst };
const SVG_REFUSED: More = { ...SECOND, error: /Must be a JPEG/ };

const ROWS: readonly Row[] = [
  ['npm run seed -- --events 20 --around 2026-03-02', /^Seeded 20 events, 3 series, 12 venues, .+ seconds\.\n$/],
  ['npm run seed -- --events 20 --around 2026-03-02 # again', /^Nothing to do: seeded before with 20 events, .+\n$/],
  ['npm run user -- list', 'There is no user.\n'],
  ['echo $SECRET | npm run user -- add ana --role administrator', 'Added ana (administrator, id 1).\n'],

  ['npm run user -- add bora --role author --generate', /^Added bora .+\nApplication password, shown only now: .+\n$/],
  ['npm run user -- role BORA editor', 'bora is now editor.\n'],
  ['npm run user -- rename bora bo', 'bora is now bo (id 2).\n'],
  ["npm run user -- display bo 'Bora 김'", 'bo is shown as Bora 김.\n'],
  ["npm run user -- display bo ''", 'bo has no name to show now.\n'],
  ['npm run user -- password bo --password "$SECRET"', 'bo has a new password; the old one is no longer valid.\n'],
  ['npm run user -- password bo --generate', /^bo has .+\nApplication password, shown only now: .+\n$/],
  ['npm run user -- assign bo ana', 'Records given from bo to ana: 0.\n'],
  ['npm run user -- list # of two', '1\tana\tadministrator\n2\tbo\teditor\n'],
  ['npm run user -- remove bo', 'Removed bo. Records keep the id of their author; assign gives them to another.\n'],
  [
    'for n in a b c; do npm run user -- add $n --role editor --generate >$HERE/$n & done; wait; npm run user -- list',
    /^1\tana\tadministrator\n(?:[345]\t[abc]\teditor\n){3}$/,
  ],
  [
    'MONGODB_URI= DATA_DIR=$NEW npm run user -- add a --role editor --generate >$HERE/a; stat -c %a%n $NEW/*',
    /^600\S+calendar\.sqlite\n$/,
  ],
  [
    'MONGODB_URI= DATA_DIR=$NEW npm run user -- remove a',
    /^Removed a\. .+ There is no user now: outside production, .+\n$/,
  ],

  ['npm run fields -- list', 'There is no custom field.\n'],
  [
    'npm run fields -- add event age --kind choice --en Age --ko 나이 --choices 6+,12+',
    'Added event\tage\tchoice\tAge / 나이\t6+, 12+\n',
  ],
  ['npm run fields -- add venue _ecp_custom_2 --kind text --es Color', /^Added venue\t/],
  ['npm run fields -- change event age --ko= --choices all', 'Changed event\tage\tchoice\tAge\tall\n'],
  ['npm run fields -- list # of two', 'event\tage\tchoice\tAge\tall\nvenue\t_ecp_custom_2\ttext\tColor\n'],
  ['npm run fields -- delete venue _ecp_custom_2', 'Deleted venue\t_ecp_custom_2\ttext\tColor\n'],
  ['npm run fields -- list venue', 'There is no custom field.\n'],

  ['npm run migrate', 'The data is in the newest form already.\n'],
  ['npm run migrate -- --restored', /\nClients that follow changes will be told to begin anew\.\n$/],

  // From here on, beside a server.
  ['curl -s $SITE/wp-json/', /"timezone_string":"Asia\/Seoul"/, FIRST_SERVED],
  ['npm run migrate # beside a server', 'The data is in the newest form already.\n'],
  ['npm run check-data', 'No record is damaged.\n'],
  ['npm run check-data -- --repair', 'No record is damaged.\n'],

  ['npm run --silent export', jsonl(168)],
  ['npm run --silent export | head -n 1', jsonl(1)],
  ['npm run --silent export -- --trash --users > $HERE/all.jsonl', ''],
  ['npm run --silent export -- --kinds venue,organizer', jsonl(23)],
  ['npm run --silent export -- --kinds event --search "with a picture"', /"With a picture"/],
  ['npm run --silent export -- --format csv | tee $HERE/events.csv', /^Event Name,[\s\S]+\nWith a picture,/],
  ['npm run --silent export -- --format csv --kinds venue --raw | tee $HERE/venues.csv', /^Venue Name,/],
  ['npm run --silent export -- --format csv --kinds organizer', /^Organizer Name,/],
  ['npm run --silent export -- --format ics | tee $HERE/events.ics', /\r\nSUMMARY:With a picture\r\n/],
  [
    'npm run --silent export -- --format ics --pictures $HERE/files >/dev/null; ls $HERE/files/*',
    /^stage-300\.\w+\nstage\.jpg\nstage\.thumbnail\.webp\n$/,
  ],

  ['npm run import -- $HERE/all.jsonl --dry-run', /^What an import of \S+ would do; nothing was written\.\n/, SECOND],
  ['npm run --silent export # of nothing', jsonl(2), SECOND],
  ['npm run --silent export -- --format csv # of nothing', /^Event Name,.+\r?\n$/, SECOND],
  ['npm run --silent export -- --format ics --pictures $HERE/none', /^BEGIN:VCALENDAR\r\n(?![\s\S]*VEVENT)/, SECOND],
  ['npm run import -- $HERE/all.jsonl --report $HERE/report.json', /\n {2}events {6}21 made\n/, SECOND],
  ['npm run import -- $HERE/all.jsonl --theirs --trash', /\n {2}events {6}21 unchanged\n/, SECOND],
  ['npm run import -- $HERE/venues.csv', /\n {2}venues {6}12 unchanged\n/, SECOND],
  ['npm run import -- $HERE/events.csv --as mine --dates Y-m-d', /known here as mine\.\n {2}events {6}21 /, SECOND],
  ['npm run import -- $HERE/events.ics --ours --skip-duplicates', /\n {2}events {6}\d+ unchanged\n/, SECOND],
  ['npm run import -- --sources', /Z, done: Imported from \S+\.\n {2}events /, SECOND],
  ['npm run import -- $SITE --since 2026-03-01', /^Imported from http:\/\/127\S+\.\n {2}events /, SECOND],
  ['npm run import -- $SITE --theirs --pictures', /\nPictures: 1 fetched, \d+ refused, \d+ left; /, SVG_REFUSED],

  ['npm run pictures -- list', /^\d+: \/pictures\/\d+-\w+\/stage\.jpg \(.+ kB\), shown by 1\n$/, SECOND],
  ['npm run pictures -- fetch --hosts $HOST_OF_SITE --private', /^Pictures: 0 fetched, /, SVG_REFUSED],
  ['npm run pictures -- prune', 'Removed: 0 files.\n', SECOND],

  ['npm run --silent copy -- --from "$SECOND" --to $HERE/copied', /^Copied: events \d+, /],
  [
    'npm run --silent copy -- --from "$SECOND" --to $HERE/copied # again',
    /^Everything was copied before, and is the same: /,
  ],
  [
    'MONGODB_URI= DATA_DIR=$HERE/copied npm run backup -- --to $HERE/backup.sqlite',
    /^Wrote \S+backup\.sqlite \(.+ MB\) and \S+backup\.sqlite\.pictures \(.+ MB\)\.\n$/,
  ],

  [
    'PERSISTED_DOCUMENTS=$HERE/list.json npm run persist -- $HERE/documents',
    /^Feed: \/feeds\/One\.ics\nDocuments in \S+list\.json: 1\.\n$/,
  ],
  ['PERSISTED_DOCUMENTS=$HERE/relay.json npm run persist -- $HERE/documents --form relay', /relay\.json: 1\.\n$/],
  ['node dist/print-schema.js', /^Printed schema\/operations\/generated\.graphql, .+ schema\/examples\.json\.\n$/],

  ['npm run webhooks -- list', /^search\thttp:\/\/127\S+\tnothing waits\t\S+\n$/, { before: noteCursor }],
  ['npm run webhooks -- test', 'search: delivered\n'],
  ['npm run webhooks -- test search', 'search: delivered\n'],
  ['npm run webhooks -- replay search --after $CURSOR', /^A server sends search the changes after this cursor\./],
];

/** Progress, which programs tell on standard error. */
const PROGRESS = /^([\w, ]+: \d+ of \d+.*\n)*$/;

const isSaid = (says: string | RegExp) => (text: string) =>
  typeof says === 'string' ? text === says : says.test(text);

const ACTS = ROWS.map(([line, says, more = {}]): [string, { says: Row[1] } & More] => [line, { says, ...more }]);

test.each(ACTS)('%s', async (line, { says, in: place = 'first', before, error = PROGRESS }) => {
  await before?.();
  const { code, out, error: told } = await house.run({ ...env, ...places[place] }, typed(line));
  expect({ code, told }).toEqual({ code: 0, told: expect.stringMatching(error) });
  expect(out).toSatisfy(isSaid(says));
});

const REFUSES: readonly (readonly [line: string, why: string | RegExp])[] = [
  ['npm run user -- add new --role editor --password 1234567', 'A password must have at least 8 characters\n'],
  ["npm run user -- add 'a b' --role editor --generate", /is no name for a user/],
  ['npm run user -- add ANA --role editor --generate', 'There is already a user ANA\n'],
  ['npm run user -- role nobody editor', 'There is no user "nobody"\n'],
  ['echo 1234567 | npm run user -- add new --role editor', /password/],
  ["printf 'long\\0enough\\n' | npm run user -- add new --role editor", /password/],
  [
    'MONGODB_URI= DATA_DIR=$HERE/a npm run user -- add b --role editor --generate',
    /^the data folder \S+ cannot be used: /,
  ],
  ['MONGODB_URI= DATA_DIR=:memory: npm run user -- list', /^DATA_DIR is :memory:/],
  ['npm run seed -- --events 30', /^the calendar was seeded with --events 20 --seed 1 --around 2026-03-02 /],
  [
    'npm run fields -- add event title --kind text --en T',
    'key: Must not be the name of a parameter or member of REST.\n',
  ],
  ['npm run fields -- add event x --kind choice', 'label: Must name it in one language at least.\n'],
  ['npm run fields -- delete event x', 'key: There is no custom field with this key.\n'],
  ['npm run --silent export -- --kinds nothing', /^--kinds: Must be one of image, /],
  [
    'npm run --silent export -- --start_date soon --venue x',
    '--start_date: Must be a date and time, such as 2026-12-24 10:00. --venue: Must be a list of ids.\n',
  ],
  ['npm run --silent export -- --geoloc_lat 9', '--geoloc_lat: Must be sent together with --geoloc_lng.\n'],
  [
    'npm run --silent export -- --format csv --categories no-such',
    '--categories no-such: Names a record that is not there.\n',
  ],
  ['npm run import -- $HERE/none.jsonl', /none\.jsonl/],
  ['npm run import -- $HERE/documents/one.graphql', /one\.graphql/],
  ['npm run import -- $HERE/all.jsonl --user nobody', /nobody/],
  [
    'npm run --silent copy -- --from $HERE/none --to $HERE/new',
    /^--from: there is no calendar in the folder \S+none \(DATA_DIR\)\n$/,
  ],
  [
    'npm run --silent copy -- --from $HERE/copied --to $HERE/../$(basename $HERE)/copied',
    /^--from and --to are the same/,
  ],
  [
    "npm run copy -- --from $HERE/copied --to 'mongodb://me:secret@host/x?nonsense=1'",
    /^--to: MONGODB_URI cannot be used: (?!.*secret)/,
  ],
  ['MONGODB_URI= DATA_DIR=$HERE/copied npm run backup -- --to $HERE/backup.sqlite', /backup\.sqlite/],
  ['MONGODB_URI=mongodb://me:secret@localhost/ npm run backup -- --to $HERE/x', /^(?!.*secret).*mongodump\n$/],
  ['npm run persist -- $HERE/nowhere', /nowhere/],
  ['npm run webhooks -- test nobody', 'There is no webhook "nobody".\n'],
  [
    'npm run webhooks -- replay search --after made-up',
    /^--after is no cursor: take one from list, or from a delivery\n$/,
  ],
  ['WEBHOOKS= npm run webhooks -- list', /^WEBHOOKS is not set: /],
];

test.each(REFUSES)('%s # ends with 1, and one line says why', async (line, why) => {
  const { code, out, error } = await house.run({ ...env, ...places.first }, typed(line));
  expect({ code, out }).toEqual({ code: 1, out: '' });
  const [told, ...more] = error.split(/^(?=.)/m).filter((each) => !PROGRESS.test(each));
  expect(more).toEqual([]);
  expect(told).toSatisfy(isSaid(why));
});

test('npm run demo -- SOURCE serves what a file has, and an end by SIGINT ends it with 0', async () => {
  const demo = await house.start(env, typed('exec npm run demo -- $HERE/all.jsonl --events 10'));
  const { total } = (await (await fetch(rest(demo, '/events?start_date=1970-01-01&end_date=2999-01-01'))).json()) as {
    total: number;
  };
  demo.send('SIGINT');
  const { code, out } = await demo.ended;
  expect([code, out]).toEqual([0, expect.stringContaining(`A demo calendar with ${total} events of http://`)]);
  expect(total).toBeGreaterThan(0);
});
