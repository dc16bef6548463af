/**
 * Shares the event loop of this process among requests. Each of them works to its next wait, and nobody else is heard meanwhile:
 * so only so much is begun at once, and the rest waits in the order in which it came.
 */

/** Milliseconds of work that are begun at once. */
const SHARE = 5;

/** Turns of the event loop between two shares while work waits: Node takes one new connection in each. */
const TURNS = 4;

interface Waiting {
  since: number;
  begin(): void;
}

const queue: Waiting[] = [];
/** When this share began, while there is one. */
let began: number | undefined;
/** Whether somebody works now. */
let working = false;

/** Waits until there is time for more work. Undefined where it may begin at once. */
export function turn(): Promise<void> | undefined {
  if (began === undefined) open();
  if (working || queue.length > 0 || isOver())
    return new Promise((begin) => queue.push({ since: performance.now(), begin }));
  work();
  return undefined;
}

/** How many wait for their turn, and for how many milliseconds the first of them has waited. */
export const waiting = (): { count: number; longest: number } => ({
  count: queue.length,
  longest: queue[0] ? performance.now() - queue[0].since : 0,
});

function open(): void {
  began = performance.now();
  setImmediate(close);
}

const isOver = (): boolean => performance.now() - began! >= SHARE;

function close(): void {
  if (queue.length === 0) began = undefined;
  else afterTurns(TURNS, share);
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
  if (queue.length === 0 || began === undefined || isOver()) return;
  work();
  queue.shift()!.begin();
}
