import { parse, validate } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('the page comes compressed to those who take it', async () => {
  const answer = await app.fetch('/graphql', { headers: { ...HTML, 'Accept-Encoding': 'gzip, br' } });
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
});

test('a program that asks with GET and a query gets an answer, not a page', async () => {
  const answer = await app.fetch('/graphql?query={__typename}', { headers: HTML });
  expect(answer.body).toEqual({ data: { __typename: 'Query' } });
});
