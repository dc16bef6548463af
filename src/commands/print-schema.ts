process.env.TZ = 'UTC';

import { writeFileSync } from 'node:fs';
import { runProgram } from '../command-line.ts';
import { FOLDER, printed } from '../printed.ts';

await runProgram({
  call: 'npm run schema',
  purpose: 'Prints what the code says of both doors: schema/schema.graphql and schema/openapi.json, with its examples.',
  uses: [''],
  options: {},
  variables: [],
  read: () => undefined,
  async run() {
    const files = Object.entries(await printed());
    for (const [name, text] of files) writeFileSync(new URL(name, FOLDER), text);
    return `Printed ${files.map(([name]) => `schema/${name}`).join(' and ')}.`;
  },
});
