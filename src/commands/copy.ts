process.env.TZ = 'UTC';

import { parseArgs } from 'node:util';
import { carryOut, fail } from '../command-line.ts';
import { type Copied, listed } from '../copy/copy-calendar.ts';
import { copyPlaces } from '../copy/copy-places.ts';
import { readPlace } from '../copy/place.ts';
import type { Place } from '../database.ts';

const USAGE = `Usage:
  npm run --silent copy -- --from PLACE --to PLACE
PLACE is a data folder, or a URI of MongoDB (mongodb://… or mongodb+srv://…).
Without --silent npm may show this line with the password of a URI.
Stop the servers of both places before. --to has to be empty, or what an earlier call has made of it.`;

async function main(): Promise<void> {
  const places = readArguments(process.argv.slice(2));
  if (typeof places === 'string') return fail(2, `${places}\n${USAGE}`);
  await carryOut(async ({ log, report }) => summary(await copyPlaces(places.from, places.to, log, report)));
}

const summary = ({ copied, counts }: Copied): string =>
  copied ? `Copied: ${listed(counts)}.` : `Everything was copied before, and is the same: ${listed(counts)}.`;

/** The places these arguments name, or what is wrong with them. No argument is repeated: it may hold a password. */
function readArguments(args: string[]): { from: Place; to: Place } | string {
  const values = parse(args);
  if (values === undefined) return 'copy takes --from and --to, and nothing else.';
  if (values.from === undefined || values.to === undefined) return 'copy needs --from and --to.';
  const [from, to] = [readPlace(values.from), readPlace(values.to)];
  if (from === undefined) return '--from is no data folder and no URI of MongoDB.';
  if (to === undefined) return '--to is no data folder and no URI of MongoDB.';
  return { from, to };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { from: { type: 'string' }, to: { type: 'string' } } }).values;
  } catch {
    return undefined;
  }
}

await main();
