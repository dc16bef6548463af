/**
 * Lets accounts share the event loop of this process: the networks or sites that requests come from. Work runs until its next
 * wait, and nothing else is heard meanwhile. So only a few milliseconds of work begin in one turn of the event loop, and the rest
 * waits. Next comes the account that has used least since it began to wait beside others (start-time fair queueing). A caller who
 * asks for little then does not wait behind everything that others ask for.
 */

import type { Running } from './request.ts';

/** Milliseconds of work that begin in one turn of the event loop. */
const SHARE = 5;

/**
 * The most milliseconds that one span of work counts for in the order. A longer span was usually held up by the machine or by a
 * garbage collection, and all other work of its account would wait for that.
 */
const LONGEST_SPAN = 20;

/** Milliseconds of waiting that nobody minds, and milliseconds for which a longer wait is remembered. */
const [SHORT_WAIT, REMEMBERED] = [50, 1_000];

/** The work for one request. Its time counts for its account in the order, and whoever pays is charged for it. */
export interface Work {
  /** The network or site that it came from. */
  readonly account: string;
  /** The request. When it is given up, work in parts ends between two of them. */
  readonly running: Running;
  /** Milliseconds that nobody has paid for yet. */
  spent: number;
  /** Charges the payer for milliseconds of this work. Set once the payer is known. */
  pay?: (milliseconds: number) => void;
}

/** The waiting work of one account. */
interface Account {
  /** Its place in the order, in milliseconds of work. */
  place: number;
  waiting: { since: number; begin(): void }[];
}

/** Work that nobody asked for. */
const HOUSE: Work = { account: 'house', running: {}, spent: 0 };

/** The work that runs now, if any, and since when. */
let current: Work | undefined;
let since = 0;
/** Whether the tick that ends it is on its way. */
let ending = false;
/** How many more ticks belong to it. */
let ticks = 0;

/** Accounts that wait or have used more than others. The rest are forgotten. */
const accounts = new Map<string, Account>();
/** How many pieces of work wait. */
let waiting = 0;
/** The place in the order that the account had which began last. */
let reached = 0;
/** When the first work of this turn of the event loop began; undefined before it. */
let turnBegan: number | undefined;
/** The accounts that have waited long, and when. */
const late = new Map<string, number>();
/** Accounts that may wait without anybody being refused for it, and until when. */
const ignored = new Map<string, number>();

/** Creates work that is charged to an account. */
export const openWork = (account: string, running: Running = {}): Work => ({ account, running, spent: 0 });

/** The work that runs now. Hand it to `resume` after a wait for something else. */
export const currentWork = (): Work => current ?? HOUSE;

/** Called before a new request. Waits while other work runs or waits; undefined when it may begin. */
export function turn(work: Work): Promise<void> | undefined {
  if (current !== undefined || waiting > 0 || isOver()) return wait(work);
  resume(work);
  return undefined;
}

/** Called between two parts of work. Waits when this turn of the event loop is used up; undefined when it may go on. */
export function pause(work = currentWork()): Promise<void> | undefined {
  if (isOver()) return wait(work);
  resume(work);
  return undefined;
}

/**
 * Says whose work goes on after a wait for something else. This holds until all promises that are settled now have run to their
 * next wait: then a tick comes.
 */
export function resume(work: Work): void {
  if (work === current) return;
  chargeCurrent();
  current = work;
  since = performance.now();
  if (!ending) endInTick();
}

/** Goes on with work after a wait for something else: at once when nothing else runs, otherwise in its turn. */
export function goOn(work: Work): Promise<void> | undefined {
  if (current !== undefined && current !== work) return wait(work);
  resume(work);
  return undefined;
}

/**
 * Waits for a result that others may wait for as well. Each goes on as its own work; otherwise all would go on at once as one
 * piece of work.
 */
export async function shared<T>(result: Promise<T>): Promise<T> {
  const work = currentWork();
  try {
    return await result;
  } finally {
    await goOn(work);
  }
}

/** Runs more of the current work once it has asked for everything it can ask for now. */
export function inNextTick(more: () => void): void {
  const work = currentWork();
  ticks += 1;
  void Promise.resolve().then(() =>
    process.nextTick(() => {
      ticks -= 1;
      resume(work);
      more();
    }),
  );
}

/** Charges milliseconds to work. */
export function charge(work: Work, milliseconds: number): void {
  work.spent += milliseconds;
  if (!work.pay || work.spent === 0) return;
  work.pay(work.spent);
  work.spent = 0;
}

/** For this many milliseconds, nobody is refused because this account waits: it has used more than it may. */
export const ignoreWaits = (account: string, milliseconds: number): void => {
  ignored.set(account, performance.now() + milliseconds);
};

/** Whether another account waits for longer than nobody minds, or did so a moment ago. */
export function othersWaitLong(account: string): boolean {
  const now = performance.now();
  for (const [key, at] of late) if (at <= now - REMEMBERED) late.delete(key);
  for (const [key, until] of ignored) if (until <= now) ignored.delete(key);
  for (const [
    key,
    {
      waiting: [first],
    },
  ] of accounts)
    if (first && now - first.since > SHORT_WAIT) late.set(key, now);
  return [...late.keys()].some((key) => key !== account && key !== HOUSE.account && !ignored.has(key));
}

/**
 * Whether an account may have no more waiting requests: `most` wait in total, and the account has its share of them. Other
 * accounts still get their share, until twice as many wait.
 */
export function isFull(account: string, most: number): boolean {
  if (waiting < most) return false;
  const parts = [...accounts.values()].filter(({ waiting: own }) => own.length > 0).length;
  return waiting >= 2 * most || (accounts.get(account)?.waiting.length ?? 0) >= most / parts;
}

async function wait(work: Work): Promise<void> {
  const since = performance.now();
  const account = accounts.get(work.account) ?? { place: reached, waiting: [] };
  accounts.set(work.account, account);
  if (account.waiting.length === 0) account.place = Math.max(account.place, reached);
  waiting += 1;
  await new Promise<void>((begin) => {
    account.waiting.push({ since, begin });
  });
  const now = performance.now();
  if (now - since > SHORT_WAIT) late.set(work.account, now);
  resume(work);
}

/** Whether no more work begins in this turn of the event loop. */
function isOver(): boolean {
  if (turnBegan === undefined) {
    turnBegan = performance.now();
    setImmediate(endTurn);
  }
  return performance.now() - turnBegan >= SHARE;
}

function endTurn(): void {
  turnBegan = undefined;
  for (const [key, each] of accounts)
    if (each.waiting.length === 0 && (waiting === 0 || each.place <= reached)) accounts.delete(key);
  beginNext();
}

/** Begins what waits, one after the other, as long as this turn lasts: each when the one before has run to its next wait. */
function beginNext(): void {
  if (waiting === 0 || isOver()) return;
  let next: Account | undefined;
  for (const each of accounts.values()) if (each.waiting.length > 0 && (!next || each.place < next.place)) next = each;
  reached = next!.place;
  waiting -= 1;
  next!.waiting.shift()!.begin();
}

function endInTick(): void {
  ending = true;
  queueMicrotask(() => process.nextTick(end));
}

function end(): void {
  if (ticks > 0) {
    endInTick();
    return;
  }
  ending = false;
  chargeCurrent();
  current = undefined;
  beginNext();
}

function chargeCurrent(): void {
  if (!current) return;
  const milliseconds = performance.now() - since;
  const account = accounts.get(current.account);
  if (account) account.place += Math.min(milliseconds, LONGEST_SPAN);
  charge(current, milliseconds);
}
