import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { printList } from '../../../src/api/graphql/persisted-list.ts';
import type { Answered, TestApp } from '../../support/app.ts';
import { type ReadEvent, readCalendar } from '../../support/icalendar.ts';

/** The forms that feeds have, by their types. */
export const TYPES = {
  ics: 'text/calendar; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
  'feed.json': 'application/feed+json; charset=utf-8',
} as const;

export type Form = keyof typeof TYPES;

const REFERENCES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#039;': "'",
};

const decoded = (xml: string): string => xml.replace(/&[#\w]+;/g, (reference) => REFERENCES[reference]!);

/** The items of RSS, as their elements by name. */
export const readRss = (text: string): Record<string, string>[] =>
  [...text.matchAll(/<item>([\s\S]*?)<\/item>/g)].map(([, item = '']) =>
    Object.fromEntries(
      [...item.matchAll(/<(\w+)[^>]*>([\s\S]*?)<\/\1>/g)].map(([, name, value]) => [name, decoded(value!)]),
    ),
  );

/** The titles in a feed of any form, without what stands around them there. */
export function titlesIn({ text, body, headers }: Answered): string[] {
  const type = headers.get('content-type');
  if (type === TYPES.ics) return readCalendar(text).events.map(({ title }) => title);
  if (type === TYPES.rss) return readRss(text).map(({ title }) => title!.split(' – ')[0]!);
  expect(type).toBe(TYPES['feed.json']);
  return body.items.map(({ title }: { title: string }) => title.split(' – ')[0]!);
}

const REST = '/wp-json/calendar/events/v1';

/** Milliseconds by which the clock moves at each change. */
export const MINUTE = 60_000;

/** The calendar in a language, as its subscribers read it. */
export async function readCalendarOf(app: TestApp, language: string): Promise<ReadEvent[]> {
  const { status, text } = await app.fetch(`/${language}${REST}/events.ics`);
  expect(status).toBe(200);
  return readCalendar(text).events;
}

/** Changes an event a minute later. */
export async function changeEvent(app: TestApp, id: number, fields: object, language = 'en'): Promise<void> {
  app.clock.now += MINUTE;
  const path = `/${language}${REST}/events/${id}`;
  const { status, text } = await app.fetch(path, { method: 'PATCH', as: 'administrator', json: fields });
  expect(status, text).toBe(200);
}

/** The variables of an app that lists these documents. Called at the top of a test file, which removes the list at its end. */
export function listing(...documents: string[]): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'feeds-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'list.json');
  writeFileSync(file, printList(documents.map((text) => ({ from: '', text }))));
  return { PERSISTED_DOCUMENTS: file };
}
