import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildSchema, parse } from 'graphql';
import sharp from 'sharp';
import { isShown, readPage } from './blocks.ts';
import type { Stage } from './page.ts';
import { LISTENS, PASSWORD } from './place.ts';
import { bundled, type Program } from './programs.ts';

/** What a page needs besides what stands on it. */
export interface Needs {
  /** Its commands change files of the checkout. */
  isCopied?: boolean;
  /** Makes what the page takes for granted. */
  prepare?(stage: Stage): Promise<unknown>;
  /** The commands before which the reader stops the server. */
  isStopped?: RegExp;
  /** The programs in cells that stand for their row, without arguments: they run with `--help`. */
  helped?: RegExp;
  /** How JSON is used that says this behind its language. */
  json?: Record<string, (stage: Stage, text: string) => Promise<unknown>>;
  programs?: Program[];
}

const OPEN_DAY = {
  title: 'Open day',
  start_date: '2037-03-06 10:00',
  end_date: '2037-03-06 17:00',
  timezone: 'Europe/Madrid',
  venue: { venue: 'Town Hall', city: 'Sevilla' },
};

/** Creates or changes a record by REST, and gives it. */
export async function send({ fetch }: Stage, path: string, fields: object, method = 'POST') {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`/wp-json/calendar/events/v1${path}`, { method, headers, body: JSON.stringify(fields) });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
}

const write = ({ place }: Stage, name: string, text: string) => writeFileSync(join(place.dir, name), text);

/** The cursor of now stands for CURSOR. */
async function keepCursor({ fetch, place }: Stage): Promise<void> {
  const { cursor } = await (await fetch('/wp-json/calendar/events/v1/changes')).json();
  place.values.push([/\bCURSOR\b/g, cursor]);
  place.env.AFTER = cursor;
}

/** Receives webhooks: what came last, by type. */
const delivered = new Map<string, string>();
function openReceiver(): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    delivered.set(JSON.parse(body).type, body);
    response.writeHead(204).end();
  });
  server.unref();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as { port: number }).port}/`));
  });
}

/** Calls `look` until it gives something. */
export async function eventually<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 3000; tries++) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`It never came: ${look}`);
}

const SHOWN = '{ events(first: 100) { nodes { id title } } eventSeries(first: 100) { nodes { id title } } }';

export const PAGES: Record<string, Needs> = {
  'README.md': {
    async prepare(stage) {
      write(
        stage,
        'source.csv',
        'EVENT NAME,EVENT START DATE,EVENT END DATE\nFair,2037-05-01 10:00,2037-05-01 12:00\n',
      );
      stage.place.values.push([/\bSOURCE\b/g, 'source.csv']);
    },
  },
  'CONTRIBUTING.md': {
    isCopied: true,
    programs: [
      {
        has: 'sharedLine(',
        before: "import { sharedLine } from './src/kinds/post/fields.ts';\nexport const FIELDS = {\n",
        after: '};\n',
      },
    ],
  },
  'test/README.md': { isCopied: true },
  'bench/README.md': {
    async prepare({ place }) {
      place.values.push([/--events N\b/g, '--events 10']);
    },
  },
  'docs/clients.md': {
    isCopied: true,
    async prepare(stage) {
      const today = new Date().toISOString().slice(0, 10);
      await send(stage, '/events', { title: 'Fair', start_date: today, end_date: today, all_day: true });
      await stage.addUser('ana', 'administrator');
      Object.assign(stage.place.env, { TITLE: 'Fair', CALENDAR_SECRET: `whsec_${btoa('a secret of 24 characters')}` });
    },
    json: {
      async 'tsconfig.json'(stage, text) {
        write(stage, 'tsconfig.json', text);
        await stage.place.run('node_modules/.bin/gql.tada generate-output');
      },
    },
    programs: [
      { has: "from 'fullcalendar'", run: showMonth },
      { has: "from '@schedule-x/calendar'", run: showMonth },
      {
        has: "from 'react-big-calendar'",
        after: `
          import { createRoot } from 'react-dom/client';
          createRoot(document.querySelector('#calendar')).render(month);
        `,
        run: showMonth,
      },
      { has: "from '@toast-ui/calendar'", run: showMonth },
      {
        has: "from 'standardwebhooks'",
        after: `
          const request = new Request('http://site.example/', { method: 'POST', body: '{}' });
          await POST({ request }).catch((error) => console.log(error.message));
        `,
        run: async ({ place }, file) => expectSaid(await place.run(`node ${await bundled(file, 'node')}`), 'headers'),
      },
      {
        has: 'relayStylePagination([',
        after: `
          import { gql } from '@apollo/client';
          const query = gql\`{ events { edges { cursor node { id title } } pageInfo { endCursor hasNextPage } } }\`;
          console.log(JSON.stringify(await client.query({ query })));
        `,
        run: saysTitle,
      },
      {
        has: 'relayPagination()',
        after: `
          const query = '{ events(first: 9) { edges { node { id title } } pageInfo { endCursor hasNextPage } } }';
          const { data, error } = await client.query(query, {}).toPromise();
          console.log(JSON.stringify({ data, error: error?.message }));
        `,
        run: saysTitle,
      },
      {
        has: 'client.resetStore()',
        before: "import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';\n",
      },
      {
        has: 'const clientIn',
        before: `
          import { Client, fetchExchange } from '@urql/core';
          import { cacheExchange } from '@urql/exchange-graphcache';
          import { keys, schema } from './urql-client.ts';
        `,
      },
      { has: 'unmaskFunctionName', run: generateTypes },
      {
        has: 'initGraphQLTada<',
        after: "graphql('mutation ($file: Upload!) { uploadImage(input: { file: $file }) { image { id } } }');\n",
      },
      {
        has: 'new UploadHttpLink(',
        before: `
          import sharp from 'sharp';
          const secret: string = process.env.SECRET!;
          const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#c03' } }).png().toBuffer();
          const input = { files: [new File([new Uint8Array(bytes)], 'stage.png')] };
        `,
        after: 'console.log(JSON.stringify(data));\n',
        async run({ place }, file) {
          place.env.SECRET = `ana:${PASSWORD}`;
          expectSaid(await place.run(`node_modules/.bin/tsx ${file}`), '"userErrors":[]');
        },
      },
    ],
  },
  'docs/caching.md': { prepare: ({ fetch }) => fetch('/ready') },
  'docs/feeds.md': {
    async prepare(stage) {
      await send(stage, '/events', { title: 'Fair', start_date: '2027-03-06', end_date: '2027-03-08', all_day: true });
      const times = { start_date: '2027-03-06 20:00', end_date: '2027-03-06 22:00', timezone: 'Europe/Madrid' };
      await send(stage, '/events', { title: 'Concert', ...times });
    },
  },
  'docs/graphql.md': {
    async prepare(stage) {
      const { place } = stage;
      Object.assign(place.env, { FEDERATION: 'true', MESH_PORT: '0' });
      await send(stage, '/events', OPEN_DAY);
      place.env.MESH_ENDPOINT = `${place.url}/wp-json/calendar/events/v1`;
      mkdirSync(join(place.dir, 'documents'));
      copyFileSync('schema/examples/08-event-page.graphql', join(place.dir, 'documents/event.graphql'));
    },
  },
  'docs/live.md': {
    async prepare(stage) {
      const { id } = await send(stage, '/events', { ...OPEN_DAY, title: 'Open house' });
      await keepCursor(stage);
      await send(stage, `/events/${id}`, { title: 'Open day' }, 'PATCH');
    },
    programs: [
      {
        has: 'new EventSource(',
        before: `
          import { EventSource } from 'eventsource';
          const [calendar, cursor] = [process.env.CALENDAR, process.env.AFTER];
          const apply = (change, last) => console.log('applied', change.record.title, last);
        `,
        async run({ place }, file) {
          place.env.CALENDAR = `${place.url}/wp-json/calendar/events/v1`;
          const { stop } = await place.begin(`node --input-type=module < ${file}`, /applied Open day \S+/);
          await stop();
        },
      },
      {
        has: 'createChanges(store',
        before: `
          import { createChanges } from './src/data/changes/changes.ts';
          import type { Store } from './src/data/port.ts';
          declare const store: Store;
        `,
        after: 'export { follow };\n',
      },
    ],
  },
  'docs/moving.md': {
    prepare: (stage) => send(stage, '/events', { ...OPEN_DAY, categories: ['jazz'] }),
  },
  'docs/operations.md': {
    async prepare(stage) {
      await send(stage, '/events', { ...OPEN_DAY, status: 'publish' });
      const { text } = readPage('docs/operations.md').blocks.find(({ language }) => language === 'graphql')!;
      mkdirSync(join(stage.place.dir, 'operations'));
      write(stage, 'operations/concerts.graphql', text);
    },
  },
  'docs/offline.md': {
    async prepare(stage) {
      const { text } = readPage('docs/clients.md').blocks.find(({ file }) => file === 'urql-client.ts')!;
      await stage.fetch('/ready');
      write(stage, 'urql-client.ts', stage.place.typed(text));
    },
    programs: [
      {
        has: 'copy.json',
        after: "console.log('begun');\n",
        run: (stage, file) =>
          followed(stage, file, () => {
            const { records } = JSON.parse(readFileSync(join(stage.place.dir, 'copy.json'), 'utf8'));
            return { titles: Object.values<{ title: string }>(records).map(({ title }) => title), kept: 0 };
          }),
      },
      {
        has: 'new ApolloClient(',
        after: `
          import { gql } from '@apollo/client';
          client.watchQuery({ query: gql(\`${SHOWN}\`) }).subscribe(({ data }) => console.log(JSON.stringify({ data })));
          setInterval(() => {
            const kept = Object.keys(client.cache.extract() as object).filter((key) => key.startsWith('EventSeries:')).length;
            console.log(JSON.stringify({ kept }));
          }, 200);
        `,
        run: (stage, file) => followed(stage, file, lastSaid),
      },
      {
        has: 'new Client(',
        after: `
          const apply = updates!.Subscription!.changed!;
          updates!.Subscription!.changed = (result: any, args, cache, info) => {
            apply(result, args, cache, info);
            const { change } = result.changed;
            const kept = change?.gone && cache.resolve({ __typename: 'EventSeries', id: change.id }, 'title') ? 1 : 0;
            if (change) console.log(JSON.stringify({ kept }));
          };
          client.query(\`${SHOWN}\`, {}).subscribe(({ data }) => console.log(JSON.stringify({ data })));
        `,
        run: (stage, file) => followed(stage, file, lastSaid, true),
      },
    ],
  },
  'docs/operate.md': { helped: /^npm run [\w-]+$/, isStopped: /^mv / },
  'docs/pages.md': {
    async prepare(stage) {
      write(stage, 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>');
    },
  },
  'docs/pictures.md': {
    async prepare(stage) {
      const { place } = stage;
      await stage.addUser('ana', 'administrator');
      const photo = sharp({ create: { width: 1600, height: 900, channels: 3, background: '#c03' } });
      await photo.jpeg().toFile(join(place.dir, 'stage.jpg'));
      const old = await place.begin('PORT=0 npm run demo', LISTENS);
      place.values.push([/https:\/\/old\.example/g, LISTENS.exec(old.said())![1]!]);
      // The page uploads image 7 behind an event and its image.
      for (const venue of ['A', 'B', 'C', 'D']) await send(stage, '/venues', { venue });
    },
  },
  'docs/webhooks.md': {
    json: {
      async 'hooks.json'(stage, text) {
        const [hook] = JSON.parse(text);
        const file = join(stage.place.dir, 'hooks.json');
        writeFileSync(file, JSON.stringify([{ ...hook, url: await openReceiver(), allowPrivate: true }]));
        chmodSync(file, 0o600);
        stage.place.env.WEBHOOKS = file;
      },
      async delivery(stage, text) {
        let featured = false;
        await keepCursor(stage);
        const { id } = await send(stage, '/events', { ...OPEN_DAY, venue: undefined });
        // A new webhook begins with the first change after it was seen.
        const body = await eventually(async () => {
          featured = !featured;
          await send(stage, `/events/${id}`, { featured }, 'PATCH');
          await new Promise((resolve) => setTimeout(resolve, 1000));
          return delivered.get('event.updated');
        });
        if (!isShown(body, text, true)) throw new Error(`The page shows\n${text}\nbut it is\n${body}`);
      },
    },
  },
  'docs/writing.md': {
    async prepare(stage) {
      const { id } = await send(stage, '/events', { ...OPEN_DAY, title: 'First', slug: 'open-day' });
      for (const title of ['Second', 'Open day']) await send(stage, `/events/${id}`, { title }, 'PATCH');
      await stage.addUser('ana', 'editor');
    },
  },
};

function expectSaid(said: string, part: string): void {
  if (!said.includes(part)) throw new Error(`It does not say ${part}: ${said}`);
}

async function saysTitle({ place }: Stage, file: string): Promise<void> {
  expectSaid(await place.run(`node_modules/.bin/tsx ${file}`), '"title":"Fair"');
}

/** Shows a calendar in a browser without a screen, until it has the event of today. */
async function showMonth({ place }: Stage, file: string): Promise<void> {
  const browser = await bundled(join(place.dir, 'test/clients/front-ends/browser.ts'), 'node');
  expectSaid(
    await place.run(`NOW=${new Date().toISOString()} node ${browser} ${await bundled(file, 'browser')}`),
    'Fair',
  );
}

/** Generates types with the settings of a page. */
async function generateTypes(_: Stage, file: string): Promise<void> {
  const { schema, generates } = (await import(file)).default;
  const [{ config, presetConfig }] = Object.values(generates) as [{ config: object; presetConfig: object }];
  const rawSDL = 'mutation Bring($file: Upload!) { uploadImage(input: { file: $file }) { image { id url } } }';
  const [text, document] = [readFileSync(schema, 'utf8'), parse(rawSDL)];
  const made = await preset.buildGeneratesSection({
    baseOutputDir: 'made/',
    schema: parse(text),
    schemaAst: buildSchema(text),
    documents: [{ rawSDL, document }],
    config,
    presetConfig,
    plugins: [],
    pluginMap: {},
  });
  const files = await Promise.all(made.map(codegen));
  expectSaid(files.join('\n'), 'file: File;');
  expectSaid(files.join('\n'), 'getFragmentData');
}

interface Followed {
  titles: string[];
  /** How many deleted series are in the cache. */
  kept: number;
}

/** What a client has shown last, and how many series its cache has. */
function lastSaid(said: string): Followed {
  const lines = said
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  const data = lines.findLast((line) => line.data)?.data;
  return {
    titles: [...data.events.nodes, ...data.eventSeries.nodes].map(({ title }: { title: string }) => title),
    kept: lines.findLast((line) => 'kept' in line)?.kept ?? 0,
  };
}

/**
 * Runs a program that follows the calendar: what it shows stays what lists show, over a deleted series, a kill of the server, a
 * pause of its own, and another calendar in place of the first. There, a program that `endsAnew` is started again.
 */
async function followed(stage: Stage, file: string, read: (said: string) => Followed, endsAnew = false): Promise<void> {
  const start = () => stage.place.begin(`node_modules/.bin/tsx ${file}`, /./);
  const times = { start_date: '2037-05-01 10:00', end_date: '2037-05-01 12:00' };
  const event = (title: string, more = {}) => send(stage, '/events', { title, ...times, ...more });
  const changing = await event('Changing');
  const going = await event('Going');
  const choir = await event('Choir', { recurrence: { rule: 'FREQ=DAILY;COUNT=2' } });
  let program = await start();
  const sorted = (titles: string[]) => titles.toSorted().join(', ');
  function shownBy(): Followed {
    try {
      return read(program.said());
    } catch {
      // It has not shown anything yet, or not to its end.
      return { titles: [], kept: 0 };
    }
  }
  async function isCurrent(kept?: number): Promise<void> {
    let last = '';
    await eventually(async () => {
      const { events, eventSeries } = (await stage.graphql(SHOWN)) as Record<string, { nodes: { title: string }[] }>;
      const now = sorted([...events!.nodes, ...eventSeries!.nodes].map(({ title }) => title));
      const shown = shownBy();
      last = `It shows ${sorted(shown.titles)} and keeps ${shown.kept} series, but lists show ${now}`;
      return sorted(shown.titles) === now && shown.kept === (kept ?? shown.kept) ? true : undefined;
    }).catch((error) => {
      throw last ? new Error(last) : error;
    });
  }
  await isCurrent();
  await send(stage, `/events/${changing.id}`, { title: 'Changed' }, 'PATCH');
  await isCurrent();
  await send(stage, `/events/${choir.id}?scope=all`, {}, 'DELETE');
  await isCurrent(0);
  await stage.restart();
  await send(stage, `/events/${going.id}`, {}, 'DELETE');
  await isCurrent();
  await program.stop();
  await event('Coming');
  program = await start();
  await isCurrent();
  await stage.restart({ DATA_DIR: mkdtempSync(join(stage.place.dir, 'data-')) });
  await event('Elsewhere');
  if (endsAnew) {
    await program.ended;
    program = await start();
  }
  await isCurrent();
  await program.stop();
}
