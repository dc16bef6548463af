process.env.TZ = 'UTC';

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { feedFragments } from '../api/feeds/saved.ts';
import { describeFeeds } from '../api/graphql/feed-documents.ts';
import { DEFAULT_LIST, LIST_FORMS, parseList, printList, problemOf } from '../api/graphql/persisted-list.ts';
import { schema } from '../api/graphql/schema.ts';
import { readSettings, runProgram } from '../process/command-line.ts';
import { readFeedQueries } from '../schema-files.ts';

function documentsIn(folder: string) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return names.flatMap((name) => {
    const from = join(folder, name);
    if (/\.(?:graphql|gql)$/.test(name)) return [{ from, text: readFileSync(from, 'utf8') }];
    return name.endsWith('.json') ? parseList(readFileSync(from, 'utf8'), from) : [];
  });
}

await runProgram({
  call: 'npm run persist',
  purpose: `Makes the list of the documents that a server knows by their hash, of all files in a folder and below it: a .graphql
or .gql file is one document, as a client sends it; a .json file is a list such as compilers of clients make: texts by their
SHA-256, by their MD5 (Relay), or Apollo's operation manifest. What is not valid, or dearer than the limits allow, is named, and
then no list is written. Queries with one connection of events at their root are feeds as well: their addresses are printed with
their parameters.`,
  uses: ['FOLDER [--form FORM]'],
  options: {
    form: { takes: 'FORM', says: `writes this form: ${LIST_FORMS.join(', ')}; default sha256. Servers read each` },
  },
  words: true,
  variables: ['PERSISTED_DOCUMENTS'],
  read({ words, values: { form: word = 'sha256' } }) {
    const form = LIST_FORMS.find((each) => each === word);
    if (!form) return `--form is one of ${LIST_FORMS.join(', ')}.`;
    return words.length === 1 ? { folder: words[0]!, form } : 'One folder is needed.';
  },
  async run({ folder, form }) {
    const to = readSettings(process.env).persistedDocuments ?? DEFAULT_LIST;
    const documents = documentsIn(folder);
    const wrong = documents.flatMap((document) => {
      const problem = problemOf(document, schema);
      return problem ? [`${document.from}: ${problem}`] : [];
    });
    for (const line of wrong) process.stdout.write(`${line}\n`);
    if (wrong.length > 0) throw new Error(`Wrong: ${wrong.length}. Nothing was written.`);
    writeFileSync(to, printList(documents, form));
    const fragments = feedFragments(readFeedQueries());
    for (const line of describeFeeds(documents, schema, fragments)) process.stdout.write(`${line}\n`);
    return `Documents in ${to}: ${documents.length}.`;
  },
});
