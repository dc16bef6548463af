process.env.TZ = 'UTC';

import { writeFileSync } from 'node:fs';
import { FOLDER, generated, printed } from '../printed.ts';
import { runProgram } from '../process/command-line.ts';

await runProgram({
  call: 'npm run schema',
  purpose:
    'Prints what the code says of both APIs below schema/: operations, schema.graphql, openapi.json and its examples.',
  uses: [''],
  options: {},
  variables: [],
  read: () => undefined,
  async run() {
    const write = (files: Readonly<Record<string, string>>) =>
      Object.entries(files).map(([name, text]) => {
        writeFileSync(new URL(name, FOLDER), text);
        return `schema/${name}`;
      });
    // The OpenAPI document is generated from the operations, so write them first.
    const names = [...write(generated()), ...write(await printed())];
    return `Printed ${names.join(', ')}.`;
  },
});
