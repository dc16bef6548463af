import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'graphql-sse';

const KEPT =
  'fragment Kept on NodeWithTitle { id title ... on Event { startsAt venues { id } } ... on Venue { city } }';
const PAGE = '{ nodes { ...Kept } pageInfo { endCursor hasNextPage } }';
const CHANGED = `subscription ($after: String) {
  changed(after: $after, idleCursors: true) { cursor change { id gone record { ...Kept } } }
} ${KEPT}`;

/** Keeps a copy of the calendar in a file, until the signal is aborted. */
export async function replicate(url: string, file: string, signal: AbortSignal, headers: Record<string, string> = {}) {
  const client = createClient({ url, headers, retryAttempts: 0 });
  signal.addEventListener('abort', () => client.dispose());
  let { cursor, records } = await readFile(file, 'utf8').then(JSON.parse, () => ({}));
  async function save() {
    await writeFile(`${file}.new`, JSON.stringify({ cursor, records }));
    await rename(`${file}.new`, file);
  }
  async function ask(query: string, variables = {}) {
    const sent = { ...headers, 'Content-Type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers: sent, body: JSON.stringify({ query, variables }) });
    const { data, errors } = await response.json();
    return errors ? Promise.reject(new Error(errors[0].message)) : data;
  }
  async function readAll() {
    const { changes } = await ask('{ changes { cursor } }'); // before the lists: it misses nothing
    records = {};
    for (const list of ['events', 'venues', 'organizers', 'categories', 'tags', 'seriesList'])
      for (let next = { endCursor: null, hasNextPage: true }; next.hasNextPage; ) {
        const query = `query ($after: String) { page: ${list}(first: 100, after: $after) ${PAGE} } ${KEPT}`;
        const { page } = await ask(query, { after: next.endCursor });
        for (const record of page.nodes) records[record.id] = record;
        next = page.pageInfo;
      }
    cursor = changes.cursor;
    await save();
  }
  async function follow() {
    // biome-ignore lint/suspicious/noExplicitAny: results are applied, not typed
    for await (const { data, errors } of client.iterate<any, any>({ query: CHANGED, variables: { after: cursor } })) {
      if (errors?.[0]?.extensions?.code === 'RESYNC') return readAll();
      if (errors) throw new Error(errors[0]?.message);
      const { change } = data.changed;
      if (change?.gone) delete records[change.id];
      else if (change) records[change.id] = change.record;
      cursor = data.changed.cursor; // saved together with what it says was applied
      await save();
    }
  }
  while (!signal.aborted) {
    const again = () => sleep(500 + 1000 * Math.random()); // the server is away, or has too many streams
    await (cursor ? follow() : readAll()).catch(again);
  }
}
