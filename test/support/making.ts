import { expect } from 'vitest';
import type { Answered, Caller, TestApp } from './app.ts';

/** The collections of the REST door, and the fields a new record of each must have. */
const REQUIRED = {
  events: { title: 'An event', start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' },
  venues: { venue: 'A venue' },
  organizers: { organizer: 'An organizer' },
  categories: { name: 'A category' },
  tags: { name: 'A tag' },
} as const;

/** A collection of the REST door. */
export type Plural = keyof typeof REQUIRED;

/** All of them. */
export const PLURALS = Object.keys(REQUIRED) as Plural[];

/** Sends a new record, with what it must have where the fields do not say otherwise. */
export const post = (
  app: TestApp,
  kind: Plural,
  fields: object = {},
  as: Caller = 'administrator',
): Promise<Answered> => app.rest('POST', `/${kind}`, { as, json: { ...REQUIRED[kind], ...fields } });

/** Makes a record and returns it as it was answered. */
export async function made(
  app: TestApp,
  kind: Plural,
  fields: object = {},
  as: Caller = 'administrator',
): Promise<Answered['body']> {
  const { status, body } = await post(app, kind, fields, as);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** The numbers below `count`. */
export const upTo = (count: number): number[] => [...Array(count).keys()];
