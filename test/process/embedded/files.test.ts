import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Collection, isStoreRefused, type Log, type Store, type Stored } from '../../../src/data/port.ts';
import { DATA_FILE, openEmbeddedStore } from '../../../src/data/sqlite.ts';

interface Thing extends Stored {
  [field: string]: unknown;
}

const THINGS: Collection = {
  name: 'things',
  lists: ['slugs'],
  indexes: [{ name: 'slugs_1', fields: [['slugs', 1]], unique: true, sparse: true }],
};

let dir: string;
let warnings: string[];
let opened: Store[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'calendar-files-'));
  warnings = [];
  opened = [];
});
afterEach(async () => {
  for (const store of opened) await store.close();
  rmSync(dir, { recursive: true });
});

const path = (file: string) => join(dir, file);
/** The names that say who holds the folder. */
const holders = () => readdirSync(dir).filter((name) => /^lock(?!\.sqlite)/.test(name));
const log: Log = { info: () => undefined, warn: (_fields, text) => warnings.push(text), error: () => undefined };

const open = async (things = THINGS): Promise<Store> => {
  const store = await openEmbeddedStore({ dir, collections: [things], log });
  opened.push(store);
  return store;
};

/** What a store that is opened now finds. */
const reopened = async (): Promise<Stored[]> => (await open()).find<Thing>('things', {}, { sort: [['_id', 1]] });

const write = async (...things: Thing[]): Promise<void> => {
  const store = await open();
  for (const thing of things) await store.insert('things', thing);
  await store.close();
};

/** The one line of a start that is refused. */
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing was refused',
    (error: Error) => (isStoreRefused(error) ? error.message : `unexpected: ${error.stack}`),
  );

const child = (scene: string): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('child.ts', import.meta.url)), dir, scene], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });

const outputOf = async (process: ChildProcess): Promise<string> => {
  let output = '';
  process.stdout?.on('data', (text) => {
    output += text;
  });
  await once(process, 'close');
  return output;
};

const firstWords = async (process: ChildProcess): Promise<string> => String((await once(process.stdout!, 'data'))[0]);

describe('reopening', () => {
  test('what was written is there', async () => {
    await write({ _id: 1, slugs: ['a'] }, { _id: 2, text: 'line\u2028ends\u2029in\u0085JSON\n\r\v\f' });
    expect(await reopened()).toEqual([
      { _id: 1, slugs: ['a'] },
      { _id: 2, text: 'line\u2028ends\u2029in\u0085JSON\n\r\v\f' },
    ]);
    expect(warnings).toEqual([]);
  });

  test('an index may become unique', async () => {
    await (await open({ ...THINGS, indexes: [{ name: 'slugs_1', fields: [['slugs', 1]] }] })).close();
    const store = await open();
    await store.prepare();
    await store.insert<Thing>('things', { _id: 1, slugs: ['a'] });
    await expect(store.insert<Thing>('things', { _id: 2, slugs: ['a'] })).rejects.toMatchObject({ index: 'slugs_1' });
  });

  test('documents that break a new unique index refuse the start', async () => {
    const store = await open({ ...THINGS, indexes: [] });
    for (const _id of [1, 2]) await store.insert<Thing>('things', { _id, slugs: ['a'] });
    await store.close();
    expect(await refusal((await open()).prepare())).toMatch(/^documents of things .*unique index slugs_1/);
  });
});

describe('closing', () => {
  test('waits for what is under way', async () => {
    const store = await open();
    const writes = [1, 2, 3].map((_id) => store.insert('things', { _id }));
    const id = store.nextId('ids');
    await store.close();
    await Promise.all([...writes, id]);
    expect(await reopened()).toHaveLength(3);
  });

  test('lets a running unit finish with everything it needs', async () => {
    const store = await open();
    const ids: Promise<number>[] = [];
    const unit = store.atomically(async () => {
      await store.insert('things', { _id: 1 });
      const closing = store.close();
      ids.push(store.nextId('ids'));
      await ids[0];
      await store.insert('things', { _id: 2 });
      return { closing };
    });
    await (await unit).closing;
    expect(await reopened()).toHaveLength(2);
  });

  test('refuses what comes later', async () => {
    const store = await open();
    await store.close();
    await expect(store.find('things', {})).rejects.toThrow('closed');
    await expect(store.insert('things', { _id: 1 })).rejects.toThrow('closed');
    await expect(store.nextId('ids')).rejects.toThrow('closed');
    expect(await store.ping()).toBe(false);
  });

  test('gives the folder back, also when done twice', async () => {
    const store = await open();
    expect(holders()).toEqual([`lock.${process.pid}`]);
    await Promise.all([store.close(), store.close()]);
    expect(holders()).toEqual([]);
    await open();
  });
});

describe('damage', () => {
  const spoil = () => {
    const bytes = readFileSync(path(DATA_FILE));
    bytes.fill('x', 8192, 8192 + 4096 * 4);
    writeFileSync(path(DATA_FILE), bytes);
  };

  test('of what is no data file refuses the start in one line, and leaves it', async () => {
    writeFileSync(path(DATA_FILE), 'words '.repeat(1000));
    expect(await refusal(open())).toBe(`${path(DATA_FILE)} is damaged: put back a backup of it`);
    expect(readFileSync(path(DATA_FILE), 'utf8')).toContain('words');
  });

  test('within the file is found at the start after a killed process', async () => {
    await outputOf(child('killed in a unit'));
    const store = await open();
    await store.put(
      'things',
      Array.from({ length: 200 }, (_, at) => ({ _id: at + 10, text: 'x'.repeat(900) })),
    );
    await store.close();
    spoil();
    writeFileSync(path(`${DATA_FILE}-wal`), 'what a killed process left');
    expect(await refusal(open())).toBe(`${path(DATA_FILE)} is damaged: put back a backup of it`);
  });

  test('gives the folder back', async () => {
    writeFileSync(path(DATA_FILE), 'words '.repeat(1000));
    await refusal(open());
    expect(holders()).toEqual([]);
  });
});

describe('a killed process', () => {
  test('leaves nothing of its unfinished unit', async () => {
    expect(await outputOf(child('killed in a unit'))).toBe('');
    expect(await reopened()).toEqual([
      { _id: 1, slugs: ['a'], n: 1 },
      { _id: 2, slugs: ['b'] },
    ]);
  });
});

describe('beside a server', () => {
  test('a program writes, and what it wrote is there at once', async () => {
    const server = await open();
    const program = await openEmbeddedStore({ dir, collections: [THINGS], log, beside: true });
    await program.insert('things', { _id: 1 });
    expect(await server.find('things', {})).toEqual([{ _id: 1 }]);
    await server.insert('things', { _id: 2 });
    expect(await program.count('things', {})).toBe(2);
    await program.close();
    expect(holders()).toEqual([`lock.${process.pid}`]);
    expect(await firstWords(child('holding until told'))).toContain('in use by process');
  });

  test('a program waits for a unit of the server, and their ids are different', async () => {
    const server = await open();
    const program = await openEmbeddedStore({ dir, collections: [THINGS], log, beside: true });
    opened.push(program);
    let later: Promise<void> | undefined;
    const ids = await server.atomically(async () => {
      await server.insert('things', { _id: 1 });
      later = program.insert('things', { _id: 2 });
      return [await server.nextId('ids'), await server.nextId('ids')];
    });
    await later;
    expect([...ids, await program.nextId('ids'), await server.nextId('ids')]).toEqual([1, 2, 3, 4]);
    expect(await server.count('things', {})).toBe(2);
  });
});

describe('indexes', () => {
  test('that a new version declares are made of the documents that are there, others go', async () => {
    const made: object[] = [];
    const saying: Log = { ...log, info: (fields, text) => void (text === 'making indexes' && made.push(fields)) };
    const old = { ...THINGS, indexes: [{ name: 'n', fields: [['n', 1]] }] } as const;
    const first = await open(old);
    await first.put('things', [
      { _id: 1, n: 1, m: 7, slugs: ['a'] } as Thing,
      { _id: 2, n: 2, slugs: ['b', 'c'] } as Thing,
    ]);
    await first.close();
    const changed = { ...THINGS, indexes: [...THINGS.indexes, { name: 'm', fields: [['m', 1]] }] } as const;
    for (let start = 0; start < 2; start += 1) {
      const store = await openEmbeddedStore({ dir, collections: [changed], log: saying });
      await store.prepare();
      expect(await store.find('things', { slugs: 'c' }, { index: 'slugs_1', limit: 1 })).toHaveLength(1);
      expect(await store.find('things', { m: 7 }, { index: 'm', only: ['m'] })).toEqual([{ _id: 1, m: 7 }]);
      await store.update('things', 1, { $set: { n: 5 } });
      await store.close();
    }
    expect(made).toEqual([{ collection: 'things', indexes: ['m', 'slugs_1'] }]);
  });
});

describe('ids', () => {
  test('are not given again by the process after a killed one', async () => {
    const given = await outputOf(child('killed after an id'));
    expect(given).toBe('1 2');
    expect(await (await open()).nextId('ids')).toBe(3);
  });
});

describe('the lock', () => {
  test('refuses a second process with one line', async () => {
    await open();
    expect(await outputOf(child('holding until told'))).toBe(
      `the data folder ${dir} is in use by process ${process.pid}: stop that one first`,
    );
  });

  test('refuses a second store of the same process, and stays', async () => {
    await open();
    expect(await refusal(open())).toContain(`in use by process ${process.pid}`);
    expect(await outputOf(child('holding until told'))).toContain(`in use by process ${process.pid}`);
  });

  test('ends with its process, whoever has its id now, and goes to one of four that start at once', async () => {
    await outputOf(child('killed in a unit'));
    // What the killed one has left, and what older versions have; both with the id of a process that lives.
    for (const name of [`lock.${process.ppid}`, 'lock', 'lock.takeover'])
      writeFileSync(path(name), `${process.ppid}\n`);
    const children = [1, 2, 3, 4].map(() => child('holding until told'));
    const words = await Promise.all(children.map(firstWords));
    // Those that were refused have closed theirs already.
    for (const { stdin } of children) stdin?.on('error', () => {}).end('\n');
    await Promise.all(children.map(({ exitCode }, i) => exitCode ?? once(children[i]!, 'close')));
    expect(words.map((word) => word.replace(/.* is in use by .*/, 'in use')).sort()).toEqual([
      'in use',
      'in use',
      'in use',
      'open',
    ]);
    // The one that held it has ended without a close.
    expect(holders()).toHaveLength(1);
  });

  test('is not copied with the folder', async () => {
    await open();
    const copy = mkdtempSync(join(tmpdir(), 'calendar-files-'));
    // Another process copies: POSIX ends the lock when its own closes another descriptor of the file.
    spawnSync('cp', ['-R', `${dir}/.`, copy]);
    const store = await openEmbeddedStore({ dir: copy, collections: [THINGS], log });
    await store.close();
    rmSync(copy, { recursive: true });
  });
});
