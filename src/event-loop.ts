/**
 * Shares the event loop of this process among requests. Each of them works to its next wait, and nobody else is heard meanwhile:
 * so only so much is begun at once, and the rest waits in the order in which it came.
 */

/** Milliseconds of work that are begun at once. */
const SHARE = 5;

/** Turns of the event loop between two shares while work waits: Node takes one new connection in each. */
const TURNS = 4;

/** Lets somebody begin who waits. */
type Begin = () => void;

/** New requests, and parts of work that was begun: by turns, so that neither waits for all of the other. */
const queues = { request: [] as Begin[], part: [] as Begin[] };

/** What began last. */
let last: keyof typeof queues = 'part';
/** When this share began, while there is one. */
let began: number | undefined;
/** Whether somebody works now. */
let working = false;

/** Waits until there is time for a new request. Undefined where it may begin at once. */
export function turn(): Promise<void> | undefined {
  if (began === undefined) open();
  if (working || isWaiting() || isOver()) return wait('request');
  work();
  return undefined;
}

/** Called between two parts of work: waits, once it has worked for a whole share. Undefined where it may go on. */
export function rest(): Promise<void> | undefined {
  if (began === undefined) open();
  return isOver() ? wait('part') : undefined;
}

/** How many requests wait for their turn. */
export const waiting = (): number => queues.request.length;

const isWaiting = (): boolean => queues.request.length + queues.part.length > 0;

const wait = (what: keyof typeof queues): Promise<void> =>
  new Promise((begin) => {
    queues[what].push(begin);
  });

function open(): void {
  began = performance.now();
  setImmediate(close);
}

const isOver = (): boolean => performance.now() - began! >= SHARE;

function close(): void {
  if (isWaiting()) afterTurns(TURNS, share);
  else began = undefined;
}

const afterTurns = (turns: number, next: () => void): unknown =>
  setImmediate(turns > 1 ? () => afterTurns(turns - 1, next) : next);

function share(): void {
  open();
  workOn();
}

/** Somebody works, until all promises that are settled now have been followed to their next wait: then a tick comes. */
function work(): void {
  working = true;
  queueMicrotask(() => process.nextTick(workOn));
}

/** Lets the next begin, if there is time. */
function workOn(): void {
  working = false;
  if (!isWaiting() || began === undefined || isOver()) return;
  const other = last === 'part' ? 'request' : 'part';
  last = queues[other].length > 0 ? other : last;
  work();
  queues[last].shift()!();
}
