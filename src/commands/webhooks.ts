process.env.TZ = 'UTC';

import { randomUUID } from 'node:crypto';
import { createCursors } from '../data/changes/cursors.ts';
import type { Store } from '../data/port.ts';
import { storeUsers } from '../data/users/store-users.ts';
import { unknownUser } from '../data/users/users.ts';
import { audienceOf, type Viewer } from '../domain/access.ts';
import { type Given, type Program, readSettings, runProgram } from '../process/command-line.ts';
import { withStore } from '../process/with-store.ts';
import { openReceiver } from '../webhooks/attempt.ts';
import { readWebhooks, type Webhook } from '../webhooks/hooks.ts';
import { messageOf } from '../webhooks/message.ts';
import { type Pending, readPosition, replacePosition } from '../webhooks/position.ts';

const OPTIONS = {
  after: { takes: 'CURSOR', says: 'where to begin, from list or from a delivery: later changes are sent again' },
} as const;

interface Context {
  hooks: readonly Webhook[];
  /** Opens the calendar for tasks that need it. */
  withStore<T>(use: (store: Store) => Promise<T>): Promise<T>;
}

/** Does the work and returns what to print. */
type Task = (context: Context) => Promise<string>;

const PROGRAM: Program<typeof OPTIONS, Task> = {
  call: 'npm run webhooks',
  purpose: `Works on the webhooks that the file of WEBHOOKS sets up, while servers run or before.
list shows how far each has come, and the cursor to replay it from. test sends a test message, to one webhook or to all.
replay sends the changes after a cursor again, and enables a webhook that is disabled.`,
  uses: ['list', 'test [NAME]', 'replay NAME --after CURSOR'],
  options: OPTIONS,
  words: true,
  variables: ['WEBHOOKS', 'MONGODB_URI', 'DATA_DIR'],
  read: readTask,
  async run(task) {
    const config = readSettings(process.env);
    if (config.webhooks === undefined) throw new Error('WEBHOOKS is not set: it names the file that sets webhooks up');
    return task({ hooks: readWebhooks(config.webhooks), withStore: (use) => withStore(config, use) });
  },
};

/** The requested task, or what is wrong with the arguments. */
function readTask({ values: { after }, words }: Given<typeof OPTIONS>): Task | string {
  const [verb, name, ...more] = words;
  if (verb === undefined) return 'Say what to do: list, test or replay.';
  if (!['list', 'test', 'replay'].includes(verb)) return `There is no command ${JSON.stringify(verb)}.`;
  if (verb !== 'replay' && after !== undefined) return 'Only replay takes --after.';
  if (verb === 'list') return name === undefined ? list : 'list takes nothing more.';
  if (more.length > 0) return `${verb} takes one NAME.`;
  if (verb === 'test') return test(name);
  return name === undefined || after === undefined ? 'replay needs NAME and --after.' : replay(name, after);
}

function hookOf({ hooks }: Context, name: string) {
  const found = hooks.find((hook) => hook.name === name);
  if (!found) throw new Error(`There is no webhook ${JSON.stringify(name)}.`);
  return found;
}

const list: Task = async ({ hooks, withStore }) => {
  const lines = await withStore((store) => Promise.all(hooks.map((hook) => lineOf(store, hook))));
  return lines.length > 0 ? lines.join('\n') : 'There is no webhook.';
};

/** `search	https://search.example.org	3 wait, the next attempt is at 2030-05-01T10:00:00.000Z	CURSOR` */
async function lineOf(store: Store, hook: Webhook) {
  const position = await readPosition(store, hook);
  if (!position) return [hook.name, hook.url.origin, 'not begun'].join('\t');
  const { pending, disabled, after } = position;
  const waiting =
    pending.length > 0 ? `${pending.length} wait, the next attempt is ${nextOf(pending)}` : 'nothing waits';
  const state = disabled ? `disabled at ${momentOf(disabled.at)}: ${disabled.why}` : waiting;
  return [hook.name, hook.url.origin, state, pending[0]?.before ?? after].join('\t');
}

/** What was never tried is due since 1970. */
function nextOf(pending: readonly Pending[]) {
  const next = Math.min(...pending.map((one) => one.next));
  return next > 0 ? `at ${momentOf(next)}` : 'due';
}

const momentOf = (at: number) => new Date(at).toISOString();

const test =
  (name: string | undefined): Task =>
  async (context) => {
    const hooks = name === undefined ? context.hooks : [hookOf(context, name)];
    const lines: string[] = [];
    let isWhole = true;
    for (const hook of hooks) {
      const message = messageOf(hook, randomUUID(), { type: 'calendar.test', at: Date.now(), data: {} });
      const outcome = await openReceiver(hook, { clock: Date.now }).attempt(message);
      isWhole &&= outcome === 'delivered';
      lines.push(`${hook.name}: ${typeof outcome === 'string' ? outcome : outcome.failed}`);
    }
    if (!isWhole) throw new Error(lines.join('; '));
    return lines.length > 0 ? lines.join('\n') : 'There is no webhook.';
  };

const replay =
  (name: string, after: string): Task =>
  async (context) => {
    const hook = hookOf(context, name);
    return context.withStore(async (store) => {
      if ((await createCursors(store).open(after)) === undefined)
        throw new Error('--after is no cursor: take one from list, or from a delivery');
      await replacePosition(store, hook, { after, audience: audienceOf(await viewerOf(store, hook)) });
      return `A server sends ${name} the changes after this cursor. If the log no longer has them, it sends calendar.resync.`;
    });
  };

async function viewerOf(store: Store, { user }: Webhook): Promise<Viewer | undefined> {
  if (user === undefined) return undefined;
  const found = await storeUsers(store).byName(user);
  if (!found) throw unknownUser(user);
  return found;
}

await runProgram(PROGRAM);
