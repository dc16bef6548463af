process.env.TZ = 'UTC';

import { runProgram } from '../process/command-line.ts';
import { withProgress } from '../process/progress.ts';
import { type Copied, listed } from '../tools/copy/copy-calendar.ts';
import { copyPlaces } from '../tools/copy/copy-places.ts';
import { readPlace } from '../tools/copy/place.ts';

function summary({ copied, counts }: Copied) {
  return copied ? `Copied: ${listed(counts)}.` : `Everything was copied before, and is the same: ${listed(counts)}.`;
}

await runProgram({
  call: 'npm run --silent copy',
  purpose: `Copies a calendar, users and all, from one PLACE to another: a data folder, or a URI of MongoDB
(mongodb://… or mongodb+srv://…). Let nobody write meanwhile.
Without --silent npm may show this line with the password of a URI.`,
  uses: ['--from PLACE --to PLACE'],
  options: {
    from: { takes: 'PLACE', says: 'where the calendar is' },
    to: { takes: 'PLACE', says: 'where it goes: empty, or what an earlier call has made of it' },
  },
  variables: [],
  read({ values }) {
    if (values.from === undefined || values.to === undefined) return 'copy needs --from and --to.';
    const [from, to] = [readPlace(values.from), readPlace(values.to)];
    if (from === undefined) return '--from is no data folder and no URI of MongoDB.';
    if (to === undefined) return '--to is no data folder and no URI of MongoDB.';
    return { from, to };
  },
  run: ({ from, to }) => withProgress(async ({ log, report }) => summary(await copyPlaces(from, to, log, report))),
});
