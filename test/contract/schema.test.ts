import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generated, printed } from '../../src/printed.ts';

test.each(Object.entries({ ...generated(), ...(await printed()) }))(
  'schema/%s is what the code says (npm run schema writes it)',
  (name, text) => {
    expect(readFileSync(new URL(`../../schema/${name}`, import.meta.url), 'utf8')).toBe(text);
  },
);
