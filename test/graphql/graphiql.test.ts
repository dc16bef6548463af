import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { buildApp, type TestApp } from '../support/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** The page without what stands inside of its scripts and styles: bundles may speak of addresses in their texts. */
const outside = (page: string): string => page.replace(/(<(script|style)\b[^>]*>)[\s\S]*?<\/\2>/gi, '$1</$2>');

const bodiesOf = (page: string, tag: string): string[] =>
  [...page.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, 'gi'))].map(([, text]) => text!);

const EXTERNAL = /(?:https?:)?\/\/[\w.-]+/i;

test('a browser gets a page', async () => {
  const answer = await app.fetch('/graphql', { headers: HTML });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  expect(answer.text).toMatch(/<!doctype html>/i);
  expect(answer.text.toLowerCase()).toContain('graphiql');
});

test('the page loads nothing from another host', async () => {
  const { text } = await app.fetch('/graphql', { headers: HTML });
  const attributes = [
    ...outside(text).matchAll(/\b(?:src|href|srcset|action|poster)\s*=\s*(["']?)(?!data:)([^"'\s>]+)\1/gi),
  ];
  expect(attributes.map(([, , address]) => address).filter((address) => EXTERNAL.test(address!))).toEqual([]);
  expect(/<(?:iframe|object|embed|base)\b/i.test(outside(text))).toBe(false);
});

test('its styles import nothing and take no fonts or pictures from another host', async () => {
  const { text } = await app.fetch('/graphql', { headers: HTML });
  const styles = bodiesOf(text, 'style').join('\n');
  expect(styles).not.toMatch(/@import/i);
  const addresses = [...styles.matchAll(/url\(\s*["']?(?!data:|#)([^"')]+)/gi)].map(([, address]) => address);
  expect(addresses.filter((address) => EXTERNAL.test(address!))).toEqual([]);
});

test('its scripts import no module of another host', async () => {
  const { text } = await app.fetch('/graphql', { headers: HTML });
  const scripts = bodiesOf(text, 'script').join('\n');
  expect(scripts.length).toBeGreaterThan(100_000);
  expect(scripts).not.toMatch(/\b(?:import|export)\b[^;'"`]{0,200}\bfrom\s*["']https?:/);
  expect(scripts).not.toMatch(/\bimport\s*(?:\(\s*)?["'`]https?:/);
  expect(scripts).not.toMatch(/\b(?:importScripts|new\s+Worker|new\s+SharedWorker)\s*\(\s*["'`]https?:/);
});

test('the queries it offers are valid', async () => {
  const { text } = await app.fetch('/graphql', { headers: HTML });
  const [, offered] = /"defaultQuery":\s*("(?:[^"\\]|\\.)*")/.exec(text) ?? [];
  const document = parse(JSON.parse(offered!));
  expect(document.definitions.length).toBeGreaterThan(1);
  expect(validate(schema, document)).toEqual([]);
});

/** What GraphiQL is started with. */
const startedWith = (page: string) =>
  JSON.parse(/renderYogaGraphiQL\(\s*window\.document\.querySelector\('#root'\),\s*(\{.*\}),/.exec(page)![1]!);

/** What the page does before GraphiQL starts, in a browser that keeps these things; gives what it keeps then. */
function started(page: string, kept: Record<string, string>): Record<string, string> {
  const [script] = bodiesOf(page, 'script');
  const storage = new Map(Object.entries(kept));
  const localStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  };
  new Function('localStorage', script!)(localStorage);
  return Object.fromEntries(storage);
}

const tab = (query: string | null, variables: string | null = null, headers: string | null = null) => ({
  ...{ id: 'x', hash: null, title: '<untitled>', operationName: null, response: null },
  ...{ query, variables, headers },
});

describe('a visit', () => {
  test.each(['/graphql', '/ko/graphql', '/es/graphql'])('to %s asks the address it is at', async (path) => {
    const { text } = await app.fetch(path, { headers: HTML });
    expect(startedWith(text)).not.toHaveProperty('endpoint');
    expect(startedWith(text)).not.toHaveProperty('fetcher');
  });

  test('keeps no headers, which may hold passwords', async () => {
    const { text } = await app.fetch('/graphql', { headers: HTML });
    expect(startedWith(text)).toMatchObject({ shouldPersistHeaders: false });
  });

  test('that is the first finds nothing, and changes nothing', async () => {
    const { text } = await app.fetch('/graphql', { headers: HTML });
    expect(started(text, {})).toEqual({});
    expect(started(text, { 'graphiql:tabState': 'nonsense' })).toEqual({ 'graphiql:tabState': 'nonsense' });
    expect(started(text, { 'graphiql:headers': '{"Authorization": "Bearer secret"}' })).toEqual({});
  });

  test.each([
    ['the examples', [tab('query Examples { a }')], 0],
    ['a query with variables', [tab('query Examples { a }'), tab('query ($i: Int) { b }', '{"i": 1}')], 1],
    ['an empty tab', [tab('query Examples { a }'), tab(null)], 1],
  ])('after one that ended with %s opens that tab and no other', async (_, tabs, activeTabIndex) => {
    const { text } = await app.fetch('/graphql', { headers: HTML });
    const { query, variables } = tabs[activeTabIndex]!;
    const old = { 'graphiql:query': 'what was typed before', 'graphiql:variables': '{"left": "over"}' };
    expect(started(text, { ...old, 'graphiql:tabState': JSON.stringify({ tabs, activeTabIndex }) })).toEqual({
      'graphiql:tabState': JSON.stringify({ tabs, activeTabIndex }),
      'graphiql:query': query ?? '',
      'graphiql:variables': variables ?? '',
    });
  });

  test('after one that kept headers forgets them', async () => {
    const { text } = await app.fetch('/graphql', { headers: HTML });
    const headers = '{"Authorization": "Bearer secret"}';
    const state = { tabs: [tab('{ a }', null, headers)], activeTabIndex: 0 };
    const kept = started(text, { 'graphiql:tabState': JSON.stringify(state), 'graphiql:headers': headers });
    expect(JSON.stringify(kept)).not.toContain('secret');
    expect(JSON.parse(kept['graphiql:tabState']!)).toEqual({ tabs: [tab('{ a }')], activeTabIndex: 0 });
  });

  test('to an address into which GraphiQL has written the query gets the page again', async () => {
    const headers = { ...HTML, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
    const answer = await app.fetch('/ko/graphql?query={__typename}', { headers });
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.headers.get('vary')).toContain('Sec-Fetch-Mode');
  });
});

test('the page comes compressed to those who take it', async () => {
  const answer = await app.fetch('/graphql', { headers: { ...HTML, 'Accept-Encoding': 'gzip, br' } });
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
});

test('a program that asks with GET and a query gets an answer, not a page', async () => {
  const answer = await app.fetch('/graphql?query={__typename}', { headers: HTML });
  expect(answer.body).toEqual({ data: { __typename: 'Query' } });
});
