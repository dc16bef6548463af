import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { TestApp } from '../../support/app.ts';
import { anyStep, beginning, createWalk } from '../../support/calendar-steps.ts';
import { post } from '../../support/making.ts';

type Asked = Pick<TestApp, 'rest' | 'graphql' | 'clock'>;

/** What the steps do not do: drafts of an author, others' drafts, and what becomes public while it is followed. */
const MORE: ((app: Asked, title: string) => Promise<unknown>)[] = [
  (app, title) => post(app, 'events', { title, status: 'draft', venue: [{ venue: title, status: 'draft' }] }, 'author'),
  (app, title) => post(app, 'venues', { venue: title, status: 'private' }, 'author'),
  (app, title) => {
    const date = new Date(Date.now() + 1500).toISOString();
    return post(app, 'events', { title, status: 'future', date });
  },
];

export interface Written {
  /** Things that a server answered. */
  answered: number;
  /** Those that were asked of one that was killed meanwhile, or away. */
  unanswered: number;
}

/** Makes what every writer begins with, while all servers are there. */
export async function begin(app: Asked): Promise<void> {
  const walk = createWalk(app);
  for (const step of beginning) await walk(step);
}

/** Does things one after the other until it is to stop; the same things for the same seed. `written` counts meanwhile. */
export async function write(app: Asked, seed: number, signal: AbortSignal, written: Written): Promise<void> {
  const steps = fc.sample(fc.oneof({ weight: 8, arbitrary: anyStep }, fc.nat({ max: MORE.length - 1 })), {
    seed,
    numRuns: 50_000,
  });
  const walk = createWalk(app);
  for (const step of steps) {
    if (signal.aborted) break;
    try {
      await (typeof step === 'number' ? MORE[step]!(app, `Of ${seed}, ${written.answered}`) : walk(step));
      written.answered += 1;
    } catch {
      // Its server was killed: it may have been done or not.
      written.unanswered += 1;
      await sleep(200);
    }
  }
}
