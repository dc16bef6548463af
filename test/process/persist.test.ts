import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { hashOfDocument, relayIdOf } from '../../src/api/graphql/persisted.ts';
import { openHouse, post } from './support.ts';

const house = openHouse();
afterAll(() => house.remove());

const persist = (folder: string, env: Record<string, string> = {}, ...options: string[]) =>
  house.run(env, [process.execPath, 'dist/persist.js', folder, ...options]);

/** A folder with these files. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = house.dataFolder();
  mkdirSync(join(folder, 'below'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const ONE = '# Counts\nquery One { events { totalCount } }\n';
const TWO = 'query Two { venues { totalCount } }';
const THREE = '{ __typename }';

test('a list is made of a folder, and a server that runs nothing else serves by it', async () => {
  const compiled = JSON.stringify({ [hashOfDocument(THREE)]: THREE });
  const folder = folderWith({ 'one.graphql': ONE, 'below/two.gql': TWO, 'three.json': compiled, 'notes.txt': '{' });
  expect(await persist(folder)).toMatchObject({
    code: 0,
    out: 'Feed: /feeds/One.ics\nDocuments in ./persisted-documents.json: 3.\n',
    error: '',
  });
  const list = readFileSync(join(house.dir, 'persisted-documents.json'), 'utf8');
  expect(Object.values(JSON.parse(list)).sort()).toEqual([ONE, TWO, THREE].sort());

  const { url } = await house.start({ ...house.place(), PERSISTED_ONLY: 'true' });
  const ask = async (json: object) => (await (await post(`${url}/graphql`, json)).json()) as object;
  const persistedQuery = { version: 1, sha256Hash: hashOfDocument(ONE) };
  expect(await ask({ extensions: { persistedQuery } })).toEqual({ data: { events: { totalCount: 0 } } });
  expect(await ask({ query: '{ venues { totalCount } }' })).toMatchObject({
    errors: [{ extensions: { code: 'PERSISTED_QUERY_NOT_IN_LIST' } }],
  });
});

test('the same documents under other names make the same bytes, where the variable says', async () => {
  const [one, other] = ['one.json', 'other.json'].map((name) => join(house.dir, name)) as [string, string];
  await persist(folderWith({ 'a.graphql': ONE, 'b.graphql': TWO }), { PERSISTED_DOCUMENTS: one });
  await persist(folderWith({ 'below/b.graphql': ONE, 'a.graphql': TWO }), { PERSISTED_DOCUMENTS: other });
  expect(readFileSync(other)).toEqual(readFileSync(one));
});

test.each(['apollo', 'relay'])('a list in the form %s is read from a folder again, and by a server', async (form) => {
  const PERSISTED_DOCUMENTS = join(house.dataFolder(), 'list.json');
  const folder = folderWith({ 'one.graphql': ONE, 'two.gql': TWO });
  expect(await persist(folder, { PERSISTED_DOCUMENTS }, '--form', form)).toMatchObject({ code: 0, error: '' });
  const list = readFileSync(PERSISTED_DOCUMENTS, 'utf8');
  const again = { PERSISTED_DOCUMENTS: join(house.dir, 'again.json') };
  expect(await persist(folderWith({ 'list.json': list }), again)).toMatchObject({ code: 0, error: '' });
  const { url } = await house.start({ ...house.place(), PERSISTED_ONLY: 'true', PERSISTED_DOCUMENTS });
  const answer = await post(`${url}/graphql`, { documentId: relayIdOf(ONE) });
  expect(await answer.json()).toEqual({ data: { events: { totalCount: 0 } } });
});

test('what is wrong is named with its file, and nothing is written', async () => {
  const to = join(house.dir, 'none.json');
  const folder = folderWith({ 'good.graphql': ONE, 'bad.graphql': '{ nothing }', 'below/worse.graphql': '{' });
  const { code, out, error } = await persist(folder, { PERSISTED_DOCUMENTS: to });
  expect([code, error]).toEqual([1, 'Wrong: 2. Nothing was written.\n']);
  expect(out).toMatch(
    /^\S+bad\.graphql: Cannot query field "nothing"[^\n]*\n\S+below\/worse\.graphql: Syntax Error[^\n]*\n$/,
  );
  expect(() => readFileSync(to)).toThrow('ENOENT');
});

test.each([
  [{ PERSISTED_ONLY: 'true' }, /^PERSISTED_ONLY is true, and there is no [^\n]*npm run persist makes it[^\n]*\n$/],
  [
    { PERSISTED_DOCUMENTS: 'none.json' },
    /^PERSISTED_DOCUMENTS is "none.json", [^\n]*npm run persist makes it[^\n]*\n$/,
  ],
])('a server with %j and no such list does not start, and says how it is made', async (env, why) => {
  rmSync(join(house.dir, 'persisted-documents.json'), { force: true });
  const { code, error } = await house.run({ ...house.place(), ...env });
  expect(code).toBe(1);
  expect(error).toMatch(why);
});
