import { setImmediate as turnOver } from 'node:timers/promises';
import { othersWaitLong } from '../../src/domain/event-loop.ts';
import { upTo } from './making.ts';

/**
 * Lets all work end, and what is remembered of who waited pass, by a clock of the test. Files of one worker share the event loop:
 * by the real clock, waits of a clock ahead of it would not pass for days.
 */
export async function forgetWaits(pass: (milliseconds: number) => void): Promise<void> {
  for (const _ of upTo(20)) await turnOver();
  pass(10_000);
  othersWaitLong('');
}
