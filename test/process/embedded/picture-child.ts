import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import sharp from 'sharp';

// A second process for killed-pictures.test.ts: `picture-child.ts DIR STEPS`. It ends itself before one of its steps to the disk.
const [, , dir = '', steps = ''] = process.argv;

let left = Number.POSITIVE_INFINITY;

/** Kills this process in place of a step, once so many were done. */
const deadly =
  <A extends unknown[], R>(step: (...given: A) => R) =>
  (...given: A): R => {
    left -= 1;
    if (left < 0) process.kill(process.pid, 'SIGKILL');
    return step(...given);
  };

const changed = fs as unknown as Record<string, (...given: unknown[]) => unknown>;
for (const name of ['mkdtemp', 'mkdir', 'copyFile', 'rename', 'utimes', 'rm']) changed[name] = deadly(changed[name]!);
syncBuiltinESMExports();

const { buildApp } = await import('../../support/app.ts');
const app = await buildApp({
  env: { DATA_DIR: dir },
  wrap: (store) => ({ ...store, insert: deadly(store.insert), update: deadly(store.update) }),
});
const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c03' } })
  .jpeg()
  .toBuffer();
const form = new FormData();
form.append('file', new Blob([new Uint8Array(picture)]), 'stage.jpg');
left = Number(steps);
await app.fetch('/wp-json/wp/v2/media', { method: 'POST', as: 'author', body: form });
left = Number.POSITIVE_INFINITY;
await app.close();
process.stdout.write('done');
