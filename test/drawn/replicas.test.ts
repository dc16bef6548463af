import { copyFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUp } from '../../src/data/backup.ts';
import { renewLog } from '../../src/data/changes/cursors.ts';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { anyStep, beginning, createWalk, stepThat } from '../support/calendar-steps.ts';
import { fuzzRuns } from '../support/fuzz/seed.ts';
import { post, upTo } from '../support/making.ts';
import { createReplica, listed } from '../support/replica.ts';
import { empty } from '../support/stored.ts';

let dir: string;
let app: TestApp;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'replicas-'));
  app = await buildApp({ env: { DATA_DIR: dir }, another: 'author' });
});
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true, force: true });
});

/** The app of the moment: another one after a backup was restored. */
const current = new Proxy({} as TestApp, { get: (_, name) => app[name as keyof TestApp] });

/** Takes a backup of all that is stored. What it gives puts that in the place of what is stored then. */
const BACKUPS = {
  async embedded() {
    const file = join(dir, `backup-${performance.now()}.sqlite`);
    backUp(dir, file);
    return async () => {
      for (const ending of ['', '-wal', '-shm']) rmSync(join(dir, `calendar.sqlite${ending}`), { force: true });
      copyFileSync(file, join(dir, 'calendar.sqlite'));
    };
  },
  async mongodb() {
    const client = await new MongoClient(app.uri!).connect();
    const collections = await client.db().collections();
    const documents = await Promise.all(collections.map((each) => each.find().toArray()));
    await client.close();
    return async () => {
      const again = await new MongoClient(app.uri!).connect();
      for (const [at, { collectionName }] of collections.entries()) {
        const collection = again.db().collection(collectionName);
        await collection.deleteMany({});
        if (documents[at]!.length) await collection.insertMany(documents[at]!);
      }
      await again.close();
    };
  },
};

/** After a restore by other means than our own program, that is told. */
const RESTORED = { embedded: async () => {}, mongodb: () => renewLog(app.store) };

const CALLERS: Caller[] = ['anonymous', 'author', 'another', 'contributor', 'editor', 'administrator', 'subscriber'];
const ROLES = ['author', 'contributor', 'editor', 'subscriber'] as const;

const number = fc.nat({ max: 41 });
const happening = fc.oneof(
  { weight: 6, arbitrary: anyStep.map((step) => ({ step })) },
  {
    weight: 2,
    arbitrary: fc
      .oneof(...(['hideEvent', 'changeVenue', 'describeImage'] as const).map(stepThat))
      .map((step) => ({ step })),
  },
  { weight: 2, arbitrary: fc.record({ drafts: fc.constantFrom<Caller>('author', 'another', 'contributor') }) },
  { weight: 2, arbitrary: fc.record({ passesOn: number, to: fc.constantFrom('author', 'another') }) },
  { weight: 2, arbitrary: fc.record({ passes: fc.constantFrom(1_000, 61_000, 12 * 3_600_000) }) },
  { weight: 1, arbitrary: fc.record({ role: fc.constantFrom(...ROLES) }) },
  { weight: 1, arbitrary: fc.constant({ backsUp: true }) },
  { weight: 1, arbitrary: fc.constant({ restores: true }) },
  { weight: 4, arbitrary: fc.record({ begins: fc.constantFrom(...CALLERS) }) },
  { weight: 8, arbitrary: fc.record({ follows: number, first: fc.constantFrom(1, 2, 5, 200) }) },
);

test('whatever is written, whoever may do what, and whichever backup is restored: who follows ends with what lists show', async () => {
  const property = fc.asyncProperty(fc.array(happening, { minLength: 10, maxLength: 30 }), async (all) => {
    await empty(app);
    await app.setRole('another', 'author');
    const walk = createWalk(current);
    for (const step of beginning) await walk(step);
    const replicas = await Promise.all(CALLERS.map(async (as) => ({ as, replica: createReplica(current, as) })));
    for (const { replica } of replicas) await replica.begin();
    let restore: (() => Promise<void>) | undefined;
    const DOES: Record<string, (what: never) => Promise<unknown>> = {
      step: (step) => walk(step),
      drafts: (as) => post(app, 'events', { status: 'draft', venue: [{ venue: 'Of somebody', status: 'draft' }] }, as),
      passesOn: async ({ passesOn, to }: { passesOn: number; to: 'author' }) => {
        const { body } = await app.graphql(
          '{ events(first: 50, where: { status: ANY }) { nodes { databaseId } } }',
          {},
          { as: 'administrator' },
        );
        const ids = body.data.events.nodes.map((event: { databaseId: number }) => event.databaseId);
        return app.rest('PUT', `/events/${ids[passesOn % Math.max(1, ids.length)] ?? 0}`, {
          as: 'administrator',
          json: { author: app.idOf(to) },
        });
      },
      passes: async (milliseconds: number) => {
        app.clock.now += milliseconds;
        await app.publishDue();
      },
      role: (role) => app.setRole('another', role),
      backsUp: async () => {
        restore = await BACKUPS[app.store.kind]();
      },
      restores: async () => {
        const before = restore;
        restore = undefined;
        if (!before) return;
        app = await app.reopen(before);
        await RESTORED[app.store.kind]();
      },
      begins: async (as: Caller) => {
        const replica = createReplica(current, as);
        replicas.push({ as, replica });
        await replica.begin();
      },
      follows: ({ follows, first }: { follows: number; first: number }) =>
        replicas[follows % replicas.length]!.replica.follow(first),
    };
    for (const happened of all) {
      const [[what, value]] = Object.entries(happened) as [[string, never]];
      await DOES[what]!((what in { passesOn: 1, follows: 1 } ? happened : value) as never);
    }
    // What became due meanwhile.
    await app.publishDue();
    for (const { as, replica } of replicas) {
      for (const _ of upTo(200)) if (!(await replica.follow(7))) break;
      expect({ as, records: replica.records() }).toEqual({ as, records: await listed(app, as) });
    }
  });
  await fc.assert(property, { numRuns: fuzzRuns(60) });
});
