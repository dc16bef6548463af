import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scripts, version } from '../../package.json';
import { exportParameters } from '../../src/kinds/event/parameters.ts';
import { SERVER_VARIABLES, type Variable } from '../../src/process/variables.ts';
import { type Ended, openHouse } from './support.ts';

const house = openHouse();
afterAll(() => house.remove());

/** What a program takes besides --help and --version, and which variables it reads. */
interface Row {
  call: string;
  options: string[];
  variables: readonly Variable[];
  /** Exit codes beside those of all programs. */
  exits?: string[];
}

const STORE = ['MONGODB_URI', 'DATA_DIR'] as const;
const SITE = ['SITE_URL', 'SITE_TIMEZONE', 'DEFAULT_LANGUAGE'] as const;

const FILTERS = Object.values(exportParameters).map(({ wire }) => `--${wire}`);

/** By the name of the built file. */
const PROGRAMS: Record<string, Row> = {
  main: { call: 'npm start', options: [], variables: SERVER_VARIABLES },
  demo: {
    call: 'npm run demo',
    options: ['--dates', '--events', '--private'],
    variables: SERVER_VARIABLES.filter((name) => ![...STORE, 'NODE_ENV', 'WORKERS'].includes(name)),
  },
  user: { call: 'npm run user', options: ['--generate', '--password', '--role'], variables: STORE },
  seed: {
    call: 'npm run seed',
    options: ['--around', '--events', '--seed', '--several-venues'],
    variables: STORE,
  },
  copy: { call: 'npm run --silent copy', options: ['--from', '--to'], variables: [] },
  backup: { call: 'npm run backup', options: ['--to'], variables: STORE },
  'check-data': { call: 'npm run check-data', options: ['--repair'], variables: STORE },
  fields: { call: 'npm run fields', options: ['--choices', '--en', '--es', '--kind', '--ko'], variables: STORE },
  import: {
    call: 'npm run import',
    options: [
      ...['--as', '--columns', '--dates', '--dry-run', '--hosts', '--map', '--ours', '--pictures', '--private'],
      ...['--quiet', '--report', '--since', '--skip-duplicates', '--sources', '--strict', '--theirs', '--trash'],
      '--user',
    ],
    variables: [...STORE, ...SITE, 'EMBED_HOSTS', 'IMPORT_CREDENTIALS'],
    exits: ['3', '4'],
  },
  export: {
    call: 'npm run --silent export',
    options: ['--format', '--kinds', '--pictures', '--raw', '--trash', '--users', ...FILTERS],
    variables: [...STORE, ...SITE],
  },
  migrate: { call: 'npm run migrate', options: ['--restored'], variables: STORE },
  webhooks: { call: 'npm run webhooks', options: ['--after'], variables: ['WEBHOOKS', ...STORE] },
  pictures: {
    call: 'npm run pictures',
    options: ['--hosts', '--private', '--user'],
    variables: [...STORE, 'SITE_URL', 'DEFAULT_LANGUAGE'],
  },
  persist: { call: 'npm run persist', options: ['--form'], variables: ['PERSISTED_DOCUMENTS'] },
  'print-schema': { call: 'npm run schema', options: [], variables: [] },
};

const [NOWHERE, SEEDED] = [join(house.dir, 'nowhere'), join(house.dir, 'seeded')];
const run = (name: string, args: string[], env: Record<string, string> = {}) =>
  house.run({ DATA_DIR: NOWHERE, ...env }, [process.execPath, `dist/${name}.js`, ...args]);

type Said = Pick<Ended, 'code' | 'out' | 'error'>;

/** Loads programs one after the other with their arguments, and ends what each has printed with NUL, and its exit code. */
const TOGETHER = `
  for (const [at, [name, ...args]] of JSON.parse(process.argv[1]).entries()) {
    process.argv = [process.execPath, name, ...args];
    process.exitCode = 0;
    await import(\`./dist/\${name}.js?\${at}\`);
    process.stdout.write(\`\\0\${process.exitCode}\\0\`);
    process.stderr.write('\\0');
  }
  process.exitCode = 0;`;

/** What programs say to arguments, by the line: in one process, because each of their own takes most of a second. */
async function saidTo(lines: readonly string[]): Promise<Map<string, Said>> {
  const typed = lines.map((line) => line.replace(' -- ', ' ').split(' '));
  const command = [process.execPath, '--input-type=module', '--eval', TOGETHER, JSON.stringify(typed)] as const;
  const { code, out, error } = await house.run({ DATA_DIR: NOWHERE }, command);
  expect({ code, error: error.split('\0').length }).toEqual({ code: 0, error: lines.length + 1 });
  const [outs, errors] = [out.split('\0'), error.split('\0')];
  return new Map(
    lines.map((line, at) => [line, { code: Number(outs[2 * at + 1]), out: outs[2 * at]!, error: errors[at]! }]),
  );
}

/** The part of a help below this heading. */
const part = (help: string, heading: string): string =>
  new RegExp(`^${heading}:\\n((?: {2}.*\\n)+)`, 'm').exec(help)?.[1] ?? '';

/** What every program is told. */
const USUAL = ['--help', '--no-such=secret'];

let said: Map<string, Said>;
beforeAll(async () => {
  const usual = Object.keys(PROGRAMS).flatMap((name) => USUAL.map((option) => `${name} -- ${option}`));
  // A server goes on after it is loaded.
  const [servers, others] = [true, false].map((is) => usual.filter((line) => line.startsWith('main ') === is));
  said = await saidTo([...others!, ...WRONG.map(([line]) => line), ...NEEDS]);
  for (const line of servers!) said.set(line, await run('main', line.split(' ').slice(2)));
});

test('the table has every program there is', () => {
  const commands = readdirSync(new URL('../../src/commands/', import.meta.url)).map((file) => file.replace('.ts', ''));
  expect(Object.keys(PROGRAMS).sort()).toEqual([...commands, 'main'].sort());
});

describe.each(Object.entries(PROGRAMS))('%s', (name, { call, options, variables, exits = [] }) => {
  test('--help says its use, its options, its variables and its exit codes, and does nothing', () => {
    const { code, out, error } = said.get(`${name} -- --help`)!;
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(part(out, 'Usage')).toMatch(new RegExp(`^  ${call}`));
    expect([...part(out, 'Options').matchAll(/^ {2}(--[\w-]+)/gm)].map(([, option]) => option).sort()).toEqual(
      [...options, '--help', '--version'].sort(),
    );
    expect([...part(out, 'Variables').matchAll(/^ {2}([A-Z_]+) /gm)].map(([, variable]) => variable)).toEqual(
      variables,
    );
    expect([...part(out, 'Exit codes').matchAll(/^ {2}(\d) /gm)].map(([, exit]) => exit)).toEqual([
      ...['0', '1', '2', ...exits],
    ]);
    expect(readdirSync(house.dir)).not.toContain('nowhere');
  });

  test('its call is a script of the package', () => {
    const script = call.replace(/^npm (run )?(--silent )?/, '');
    expect(scripts[script as keyof typeof scripts]).toMatch(new RegExp(`\\b${name}\\.[jt]s$`));
  });

  test('an option that there is not ends with 2 and one line that names it, and nothing is done', () => {
    const { code, out, error } = said.get(`${name} -- --no-such=secret`)!;
    expect({ code, out, error }).toEqual({
      code: 2,
      out: '',
      error: `There is no option --no-such. ${call} -- --help says more.\n`,
    });
    expect(readdirSync(house.dir)).not.toContain('nowhere');
  });
});

test('--version says the version of the package', async () => {
  expect(await run('export', ['--version'])).toMatchObject({ code: 0, out: `${version}\n`, error: '' });
});

/** What is typed, and what is wrong with it. */
const WRONG: readonly [line: string, why: string][] = [
  ['user', 'Say what to do: add, list, role, rename, display, password, assign or remove.'],
  ['user -- promote ana', 'There is no command "promote".'],
  ['user -- add --role editor', 'add takes one NAME.'],
  ['user -- add ana', 'add needs --role.'],
  ['user -- add ana --role owner', 'There is no role "owner".'],
  ['user -- add ana --role editor --generate --password long-enough', '--generate and --password are two passwords.'],
  ['user -- list ana', 'list takes nothing more.'],
  ['user -- role ana', 'role takes NAME and ROLE.'],
  ['user -- rename ana', 'rename takes NAME and NEW.'],
  ['user -- display ana', 'display takes NAME and TEXT.'],
  ['user -- password ana bora', 'password takes one NAME.'],
  ['user -- password ana --role editor', 'password takes no --role.'],
  ['user -- assign ana', 'assign takes OLD and NEW.'],
  ['user -- remove ana bora', 'remove takes one NAME.'],
  ['user -- remove ana --role editor', 'Only add and password take options.'],
  ['fields', 'Say what to do: list, add, change or delete.'],
  ['fields -- frob', 'There is no "frob".'],
  ['fields -- add tag x', 'OF is "tag"; it must be event, venue, organizer.'],
  ['fields -- add event x --kind colour', '--kind is "colour"; it must be text, number, boolean, date, url, choice.'],
  ['fields -- change event x --kind text', 'The kind of a field stays: delete it, and add another one.'],
  ['seed', 'Say how many: --events N.'],
  ['seed -- --events many', '--events is "many"; it must be a whole number from 1 to '],
  ['import', 'One SOURCE is needed: the address of a site, or a file.'],
  ['import -- ftp://example.org', '"ftp://example.org" is no http, https or webcal address, and no file.'],
  ['import -- calendar.jsonl --sources', '--sources goes alone.'],
  ['import -- calendar.jsonl --theirs --ours', '--theirs and --ours are at odds.'],
  ['import -- calendar.jsonl --since soon', '--since is "soon"; it must be a day such as 2026-01-31.'],
  [
    'import -- calendar.csv --columns Nombre',
    '--columns has "Nombre"; it must be a name in the file, = and one of the plug-in, ',
  ],
  ['import -- calendar.csv --dates never', '--dates is "never"; it must name Y, m and d, such as m/d/Y.'],
  ['import -- calendar.jsonl --trash=some', '--trash takes no value but all.'],
  ['import -- calendar.jsonl --hosts example.org', '--hosts goes with --pictures.'],
  ['import -- https://example.org --dry-run --pictures', '--dry-run fetches no --pictures.'],
  [
    'import -- calendar.ics --as https://example.org',
    '--as gives a file a name: up to 200 characters, and no address.',
  ],
  ['export -- calendar.jsonl', 'npm run --silent export takes options only, and nothing besides.'],
  ['export -- --format xml', '--format is "xml"; it must be jsonl, csv, ics.'],
  ['export -- --format ics --trash', 'iCalendar has published events, and nothing else.'],
  ['export -- --format csv --kinds tag', 'A CSV file has one kind of records: --kinds event, venue or organizer.'],
  ['export -- --format csv --users', 'CSV has no authors.'],
  ['export -- --raw', '--raw is for CSV.'],
  ['export -- --pictures', '--pictures needs a value: FOLDER.'],
  ['copy', 'copy needs --from and --to.'],
  ['copy -- ./data mongodb://ana:secret@localhost', 'npm run --silent copy takes options only, and nothing besides.'],
  ['copy -- --mongodb://ana:secret@localhost', 'There is no option of that name.'],
  ['copy -- --from ./data --to postgres://ana:secret@localhost', '--to is no data folder and no URI of MongoDB.'],
  ['copy -- --from :memory: --to ./data', '--from is no data folder and no URI of MongoDB.'],
  ['backup', 'backup needs --to.'],
  ['check-data -- --repair=all', '--repair takes no value.'],
  ['persist', 'One folder is needed.'],
  ['persist -- . --form yaml', '--form is one of sha256, apollo, relay.'],
  ['pictures', 'pictures needs list, prune or fetch.'],
  ['pictures -- list --hosts example.org', 'Options go with fetch.'],
  ['pictures -- fetch --hosts a/b', '--hosts has "a/b", which is no host.'],
  ['webhooks', 'Say what to do: list, test or replay.'],
  ['webhooks -- send', 'There is no command "send".'],
  ['webhooks -- list search', 'list takes nothing more.'],
  ['webhooks -- list --after x', 'Only replay takes --after.'],
  ['webhooks -- replay search', 'replay needs NAME and --after.'],
  ['demo -- --events 5', 'Options need a SOURCE.'],
  ['demo -- calendar.jsonl --events none', '--events is "none"; it must be a whole number from 1 to 10000.'],
];

test.each(WRONG)('npm run %s ends with 2, and one line says why', (line, why) => {
  const { code, out, error } = said.get(line)!;
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error.slice(0, why.length)).toBe(why);
  expect(error).toMatch(/^[^\n]+ -- --help says more\.\n$/);
  expect(error).not.toContain('secret');
  expect(readdirSync(house.dir)).not.toContain('nowhere');
});

/** Programs that need a calendar. */
const NEEDS = [
  ...['user -- list', 'fields -- list', 'pictures -- list', 'import -- --sources', 'export', 'backup -- --to backup'],
  ...['check-data', 'migrate'],
];

test.each(NEEDS)('npm run %s ends with 1 where there is no calendar, names DATA_DIR, and makes nothing', (line) => {
  const error = `there is no calendar in the folder ${NOWHERE} (DATA_DIR)\n`;
  expect(said.get(line)).toEqual({ code: 1, out: '', error });
  expect(readdirSync(house.dir)).not.toContain('nowhere');
});

const MISSPELT = { MONGO_URI: 'mongodb://ana:secret@db.example.org', HOSTNAME: 'here' };
const NAMED = 'The variable MONGO_URI is unknown and ignored. Did you mean MONGODB_URI?';

test.each([
  ['seed', ['--events', '1']],
  ['migrate', []],
  ['user', ['list']],
])('%s names a variable that is nearly one of ours on standard error, and goes on', async (name, args) => {
  const { code, error } = await run(name, args, { ...MISSPELT, DATA_DIR: SEEDED });
  expect(code).toBe(0);
  expect(error.split('\n').filter((line) => line.includes('variable'))).toEqual([NAMED]);
  expect(error).not.toContain('secret');
});

const IN_UTC = 'SITE_TIMEZONE is not set: dates without a zone, and the days of pages, are those of UTC';

test('a server names a variable that is nearly one of ours in its log, and its zone if none is set, and goes on', async () => {
  const server = await house.start({ DATA_DIR: house.dataFolder(), ...MISSPELT });
  server.send('SIGTERM');
  const { code, out } = await server.ended;
  expect(code).toBe(0);
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.filter(({ level }) => level === 40).map(({ msg }) => msg)).toContain(NAMED);
  expect(lines.filter(({ msg }) => msg.includes('SITE_TIMEZONE')).map(({ msg }) => msg)).toEqual([IN_UTC]);
  expect(out).not.toContain('secret');
});
