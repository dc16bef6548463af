import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openEmbeddedStore } from '../../../src/store/embedded.ts';
import { type Collection, isStoreRefused, type Log, type Store, type Stored } from '../../../src/store/port.ts';

interface Thing extends Stored {
  [field: string]: unknown;
}

const THINGS: Collection = {
  name: 'things',
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

const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid;

describe('reopening', () => {
  test('what was written is there', async () => {
    await write({ _id: 1, slugs: ['a'] }, { _id: 2, text: 'line\u2028ends\u2029in\u0085JSON\n\r\v\f' });
    expect(await reopened()).toEqual([
      { _id: 1, slugs: ['a'] },
      { _id: 2, text: 'line\u2028ends\u2029in\u0085JSON\n\r\v\f' },
    ]);
    expect(warnings).toEqual([]);
  });

  test('what was updated and deleted stays so', async () => {
    const store = await open();
    await store.insert<Thing>('things', { _id: 1, n: 1 });
    await store.insert<Thing>('things', { _id: 2 });
    await store.update('things', 1, { $inc: { n: 1 } });
    await store.delete('things', 2);
    await store.close();
    expect(await reopened()).toEqual([{ _id: 1, n: 2 }]);
  });

  test('what was undone stays undone', async () => {
    const store = await open();
    await store.insert<Thing>('things', { _id: 1, n: 1 });
    const unit = store.atomically(async () => {
      await store.update('things', 1, { $set: { n: 2 } });
      await store.insert('things', { _id: 2 });
      throw new Error('on purpose');
    });
    await expect(unit).rejects.toThrow('on purpose');
    await store.close();
    expect(await reopened()).toEqual([{ _id: 1, n: 1 }]);
  });

  test('unique keys are still taken', async () => {
    await write({ _id: 1, slugs: ['a'] });
    await expect((await open()).insert<Thing>('things', { _id: 2, slugs: ['a'] })).rejects.toMatchObject({
      index: 'slugs_1',
    });
  });

  test('ids go on', async () => {
    const store = await open();
    await store.nextId('ids');
    await store.close();
    expect(await (await open()).nextId('ids')).toBe(2);
  });

  test('an index may become unique', async () => {
    await (await open({ name: 'things', indexes: [{ name: 'slugs_1', fields: [['slugs', 1]] }] })).close();
    await write({ _id: 1, slugs: ['a'] });
    await expect((await open()).insert<Thing>('things', { _id: 2, slugs: ['a'] })).rejects.toMatchObject({
      index: 'slugs_1',
    });
  });

  test('documents that break a new unique index refuse the start', async () => {
    const store = await open({ name: 'things', indexes: [] });
    for (const _id of [1, 2]) await store.insert<Thing>('things', { _id, slugs: ['a'] });
    await store.close();
    expect(await refusal(open())).toMatch(/things .*unique index on slugs/);
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
    expect(existsSync(path('lock'))).toBe(true);
    await Promise.all([store.close(), store.close()]);
    expect(existsSync(path('lock'))).toBe(false);
  });
});

describe('damage', () => {
  test('a torn last line is cut off and logged', async () => {
    await write({ _id: 1 }, { _id: 2 });
    appendFileSync(path('things.db'), '{"_id":1,"text":"한');
    expect(await reopened()).toEqual([{ _id: 1 }, { _id: 2 }]);
    expect(warnings).toEqual(['the torn last line of a data file was cut off']);
  });

  test('a last line torn within a letter is cut off', async () => {
    await write({ _id: 1 });
    appendFileSync(path('things.db'), Buffer.from('{"_id":2,"text":"한').subarray(0, -1));
    const store = await open();
    await store.insert('things', { _id: 2 });
    await store.close();
    expect(await reopened()).toEqual([{ _id: 1 }, { _id: 2 }]);
  });

  test('a last line that only lacks its end is kept', async () => {
    writeFileSync(path('things.db'), '{"_id":1}\n{"_id":2}');
    expect(await reopened()).toEqual([{ _id: 1 }, { _id: 2 }]);
    expect(warnings).toEqual([]);
  });

  test.each(['{"_id":1', 'words', '{}', '5'])(
    'a damaged line (%s) refuses the start and names the file',
    async (line) => {
      writeFileSync(path('things.db'), `{"_id":1}\n${line}\n{"_id":2}\n`);
      expect(await refusal(open())).toContain(`line 2 of ${path('things.db')} is damaged`);
      expect(readFileSync(path('things.db'), 'utf8')).toContain(line);
    },
  );

  test('a start that was refused gives the folder back', async () => {
    writeFileSync(path('things.db'), 'words\n');
    await refusal(open());
    writeFileSync(path('things.db'), '');
    expect(await reopened()).toEqual([]);
  });

  test('a file that cannot be written ends all service, and the next start undoes the unit', async () => {
    const store = await open();
    await store.insert<Thing>('things', { _id: 1, n: 1 });
    const unit = store.atomically(async () => {
      await store.update('things', 1, { $set: { n: 2 } });
      rmSync(path('things.db'));
      mkdirSync(path('things.db'));
      await store.update('things', 1, { $set: { n: 3 } }).finally(() => rmSync(path('things.db'), { recursive: true }));
    });
    await expect(unit).rejects.toThrow('could not be written');
    await expect(store.find('things', {})).rejects.toThrow('could not be written');
    await expect(store.nextId('ids')).rejects.toThrow('could not be written');
    expect(await store.ping()).toBe(false);
    await store.close();
    writeFileSync(path('things.db'), '{"_id":1,"n":2}\n');
    expect(await reopened()).toEqual([{ _id: 1, n: 1 }]);
  });
});

describe('the journal', () => {
  const lineOf = (id: number, document: Thing | null) => `${JSON.stringify({ collection: 'things', id, document })}\n`;

  test('is empty when a unit has ended, well or not', async () => {
    const store = await open();
    await store.insert('things', { _id: 1 });
    expect(statSync(path('journal')).size).toBe(0);
    await store.insert('things', { _id: 1 }).catch(() => undefined);
    expect(statSync(path('journal')).size).toBe(0);
    const unit = store.atomically(async () => {
      await store.delete('things', 1);
      expect(statSync(path('journal')).size).toBeGreaterThan(0);
      throw new Error('on purpose');
    });
    await expect(unit).rejects.toThrow('on purpose');
    expect(statSync(path('journal')).size).toBe(0);
  });

  test('of a killed process is undone before anything is served, and logged', async () => {
    const output = await outputOf(child('killed in a unit'));
    expect(output).toBe('');
    expect(readFileSync(path('things.db'), 'utf8')).toContain('{"$$deleted":true,"_id":2}');
    expect(await reopened()).toEqual([
      { _id: 1, slugs: ['a'], n: 1 },
      { _id: 2, slugs: ['b'] },
    ]);
    expect(warnings).toEqual(['a unit that a killed process left unfinished was undone']);
    expect(statSync(path('journal')).size).toBe(0);
  });

  test('may be undone again when the undoing was cut short', async () => {
    await write({ _id: 1, slugs: ['x'] }, { _id: 2, slugs: ['y'] });
    // A unit gave the keys of 1 to 2 and back to 3; the undoing had come as far as putting back 1.
    writeFileSync(
      path('journal'),
      lineOf(1, { _id: 1, slugs: ['x'] }) +
        lineOf(2, { _id: 2, slugs: ['y'] }) +
        lineOf(3, null) +
        lineOf(2, { _id: 2, slugs: ['x'] }),
    );
    expect(await reopened()).toEqual([
      { _id: 1, slugs: ['x'] },
      { _id: 2, slugs: ['y'] },
    ]);
  });

  test('with a torn last line is undone without it: its change was never made', async () => {
    await write({ _id: 1, n: 2 }, { _id: 2, n: 1 });
    writeFileSync(path('journal'), lineOf(1, { _id: 1, n: 1 }) + lineOf(2, { _id: 2, n: 0 }).slice(0, -5));
    expect(await reopened()).toEqual([
      { _id: 1, n: 1 },
      { _id: 2, n: 1 },
    ]);
    expect(statSync(path('journal')).size).toBe(0);
  });

  test('with another damaged line refuses the start', async () => {
    writeFileSync(path('journal'), `words\n${lineOf(1, null)}`);
    expect(await refusal(open())).toContain(`line 1 of ${path('journal')} is damaged`);
  });

  test('about an unknown collection refuses the start', async () => {
    writeFileSync(path('journal'), lineOf(1, null).replace('things', 'others'));
    expect(await refusal(open())).toContain('others');
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
    expect(await outputOf(child('holding until told'))).toMatch(
      new RegExp(`^the data folder ${dir} is in use by process ${process.pid} .*$`),
    );
  });

  test('refuses a second store of the same process', async () => {
    await open();
    expect(await refusal(open())).toBe(`the data folder ${dir} is already open in this process`);
  });

  test('of a living process is respected', async () => {
    writeFileSync(path('lock'), `${process.ppid}\n`);
    expect(await refusal(open())).toContain(`in use by process ${process.ppid}`);
    expect(readFileSync(path('lock'), 'utf8')).toBe(`${process.ppid}\n`);
  });

  test('of a process that is starting is respected', async () => {
    writeFileSync(path('lock'), '');
    expect(await refusal(open())).toContain('that is starting');
  });

  test.each([
    ['a dead process', deadPid],
    ['our own pid, as after the restart of a container', () => process.pid],
    ['no process at all', () => 'words'],
  ])('of %s is taken over', async (_whose, pid) => {
    writeFileSync(path('lock'), `${pid()}\n`);
    await open();
    expect(readFileSync(path('lock'), 'utf8')).toBe(`${process.pid}\n`);
  });

  test('that is stale goes to one of four processes that start at once', async () => {
    writeFileSync(path('lock'), `${deadPid()}\n`);
    const children = [1, 2, 3, 4].map(() => child('holding until told'));
    const words = await Promise.all(children.map(firstWords));
    // Those that were refused have closed theirs already.
    for (const { stdin } of children) stdin?.on('error', () => {}).end('\n');
    await Promise.all(children.map(({ exitCode }, i) => exitCode ?? once(children[i]!, 'close')));
    expect(words.filter((word) => word === 'open')).toHaveLength(1);
  });
});
