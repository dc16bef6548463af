import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { fuzzSeed, runsOf } from '../support/fuzz/seed.ts';
import { post } from '../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const as = 'administrator';
const KINDS = ['categories', 'tags'] as const;

const key = (name: string): string => name.normalize('NFC').replace(/[A-Z]/g, (letter) => letter.toLowerCase());

test.each(KINDS)('an equal name, and nothing else, is a duplicate among %s, in both APIs', async (kind) => {
  const create = {
    categories:
      'mutation ($name: String!) { it: createCategory(input: { name: $name }) { term: category { slug } userErrors { code } } }',
    tags: 'mutation ($name: String!) { it: createTag(input: { name: $name }) { term: tag { slug } userErrors { code } } }',
  }[kind];
  const APIS = {
    rest: async (name: string) => {
      const { body } = await post(app, kind, { name });
      return body.id === undefined ? { code: body.code } : { slug: body.slug as string };
    },
    graphql: async (name: string) => {
      const { term, userErrors } = (await app.graphql(create, { name }, { as })).body.data.it;
      return userErrors.length ? { code: userErrors[0].code.toLowerCase() } : { slug: term.slug as string };
    },
  };
  const letters = fc.constantFrom('a', 'A', 'á', 'Á', 'n', 'ñ', '#', '+', '!', '&', '가', '🎉');
  const names = fc.array(fc.string({ unit: letters, minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(names, fc.constantFrom('rest', 'graphql'), async (endings, api) => {
      run += 1;
      const [known, slugs] = [new Set<string>(), new Set<string>()];
      for (const ending of endings) {
        const name = `Q${run} ${ending}`;
        const answer: { code?: string; slug?: string } = await APIS[api](name);
        expect(answer.code).toBe(known.has(key(name)) ? 'term_exists' : undefined);
        expect(slugs.has(answer.slug ?? '')).toBe(false);
        known.add(key(name));
        slugs.add(answer.slug ?? `none ${slugs.size}`);
      }
    }),
    { numRuns: runsOf(25, 100), seed: fuzzSeed() },
  );
});
