import { rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/kinds.ts';
import { readWebhooks } from '../../src/webhooks/hooks.ts';
import { hookTo, openHookFiles, SECRETS } from './receiver.ts';

const files = openHookFiles();
afterAll(() => files.remove());

const PUBLIC = { url: 'https://search.example.org/hook?of=calendar', allowPrivate: false };

const hook = (more: object = {}) => hookTo({ url: PUBLIC.url }, { ...PUBLIC, ...more });

/** What is wrong with a file, without its path. */
function refusalOf(hooks: unknown, mode?: number): string {
  const path = files.write(hooks, mode);
  try {
    return `none: ${JSON.stringify(readWebhooks(path))}`;
  } catch (error) {
    return (error as Error).message.replace(`WEBHOOKS is ${JSON.stringify(path)}; `, '');
  }
}

test('a file names where changes are sent, and what of', () => {
  const hooks = [hook(), hook({ name: 'other', secrets: SECRETS, kinds: ['tag'], user: 'ana', allowPrivate: true })];
  expect(readWebhooks(files.write(hooks))).toEqual([
    {
      name: 'search',
      url: new URL(PUBLIC.url),
      secrets: [Buffer.alloc(24, 24)],
      isPrivate: false,
      kinds: KINDS.map(({ name }) => name),
    },
    {
      name: 'other',
      url: new URL(PUBLIC.url),
      secrets: [Buffer.alloc(24, 24), Buffer.alloc(64, 64)],
      kinds: ['tag'],
      user: 'ana',
      isPrivate: true,
    },
  ]);
});

test('a file is refused that others may read, or that is not there', () => {
  for (const mode of [0o640, 0o604, 0o622, 0o611])
    expect(refusalOf([hook()], mode)).toBe('others may read it: it holds secrets, so chmod 600 it');
  const path = files.write([]);
  rmSync(path);
  expect(() => readWebhooks(path)).toThrow('it cannot be read (ENOENT)');
});

const NAME = 'webhook 1 has a wrong name: it must be 1 to 40 small letters, digits and hyphens';
const bytes = (length: number) => `whsec_${Buffer.alloc(length).toString('base64')}`;

test('a file with something wrong in it is refused, and what is wrong is said', () => {
  const kinds = `it must be a list of kinds: ${KINDS.map(({ name }) => name).join(', ')}`;
  for (const [hooks, refusal] of [
    ['{"url":', 'it is not JSON'],
    [{ webhooks: [] }, 'it must be a list of up to 20 webhooks'],
    [Array(21).fill(hook()), 'it must be a list of up to 20 webhooks'],
    [['https://example.org'], 'webhook 1 must be an object'],
    [[hook(), hook()], 'webhook 2 has the name of another one'],
    [[hook({ adress: 1 })], 'webhook 1 has an unknown member, "adress"'],
    [[hook({ toString: 1 })], 'webhook 1 has an unknown member, "toString"'],
    [[hook({ name: 'Search' })], NAME],
    [[hook({ name: undefined })], NAME],
    [[hook({ kinds: [] })], `webhook 1 has a wrong kinds: ${kinds}`],
    [[hook({ user: '' })], 'webhook 1 has a wrong user: it must be the name of a user'],
    [[hook({ allowPrivate: 'yes' })], 'webhook 1 has a wrong allowPrivate: it must be true or false'],
  ])
    expect(refusalOf(hooks)).toBe(refusal);
});

/** Spellings of addresses that are not of the internet. */
const PRIVATE = [
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '2130706433',
  '017700000001',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:169.254.169.254]',
  '[::127.0.0.1]',
  '[64:ff9b::a00:1]',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd12::1]',
  '[ff02::1]',
  '[2002:a00:1::]',
];

const WRONG: Record<string, unknown[]> = {
  url: [
    'ftp://example.org',
    'example.org',
    'https://',
    'http://example.org',
    'https://ana:secret@example.org',
    'https://example.org/#part',
    ...PRIVATE.map((host) => `https://${host}/`),
  ],
  secrets: [
    [],
    [SECRETS[0], SECRETS[0], SECRETS[0]],
    [bytes(23)],
    [bytes(65)],
    SECRETS[0],
    [`${SECRETS[0]!.slice(0, -1)}!`],
    [SECRETS[0]!.replace('whsec_', '')],
  ],
};

test.each(Object.entries(WRONG))('a wrong %s is refused, and no secret is shown', (member, values) => {
  for (const value of values) {
    const refusal = refusalOf([hook({ [member]: value })]);
    expect([value, refusal]).toEqual([value, expect.stringMatching(`^webhook 1 has a wrong ${member}: it must be `)]);
    expect(refusal).not.toMatch(/GBgY|secret@/);
  }
});

test.each(['http://example.org', 'http://127.0.0.1:8080/hook', 'https://[::1]/'])('%s needs allowPrivate', (url) => {
  expect(refusalOf([hook({ url })])).toMatch(/wrong url/);
  expect(refusalOf([hook({ url, allowPrivate: true })])).toMatch(/^none/);
});
