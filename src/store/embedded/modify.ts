import { isDeepStrictEqual } from 'node:util';
import type { Stored, Update } from '../port.ts';

type Fields = Record<string, unknown>;
type Change = (parent: Fields, key: string, value: unknown) => void;

const numberAt = (parent: Fields, key: string): number => {
  const value = parent[key] ?? (key in parent ? null : 0);
  if (typeof value !== 'number') throw new Error(`$inc on ${key}, which is no number`);
  return value;
};

const listAt = (parent: Fields, key: string): unknown[] => {
  const value = parent[key];
  if (!Array.isArray(value)) throw new Error(`$pull on ${key}, which is no list`);
  return value;
};

const CHANGES: Record<keyof Update, Change> = {
  $set: (parent, key, value) => {
    parent[key] = value;
  },
  $unset: (parent, key) => {
    delete parent[key];
  },
  $inc: (parent, key, value) => {
    parent[key] = numberAt(parent, key) + (value as number);
  },
  $pull: (parent, key, value) => {
    if (key in parent) parent[key] = listAt(parent, key).filter((element) => !isDeepStrictEqual(element, value));
  },
};

/** The document with the update made. The one given stays as it is. @throws when a path or a value does not fit */
export const modified = (document: Stored, update: Update): Stored => {
  const next = structuredClone(document);
  for (const [operator, changes] of Object.entries(update) as [keyof Update, Fields][]) {
    const creates = operator !== '$unset' && operator !== '$pull';
    for (const [path, value] of Object.entries(changes)) {
      const keys = path.split('.');
      const parent = parentOf(next as unknown as Fields, keys, creates);
      if (parent) CHANGES[operator](parent, keys.at(-1)!, structuredClone(value));
    }
  }
  if (next._id !== document._id) throw new Error('the _id of a document cannot be changed');
  return next;
};

const parentOf = (document: Fields, keys: readonly string[], creates: boolean): Fields | undefined => {
  let parent = document;
  for (const key of keys.slice(0, -1)) {
    if (!(key in parent)) {
      if (!creates) return undefined;
      parent[key] = {};
    }
    const child = parent[key];
    if (typeof child !== 'object' || child === null) {
      if (!creates) return undefined;
      throw new Error(`${keys.join('.')} leads through ${key}, which has no fields`);
    }
    parent = child as Fields;
  }
  return parent;
};

/** Every value a dotted path leads to; of a list, its elements. */
export const valuesAt = (value: unknown, path: readonly string[]): unknown[] => {
  if (Array.isArray(value)) return value.flatMap((element) => valuesAt(element, path));
  if (path.length === 0) return value === undefined ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return valuesAt((value as Fields)[path[0]!], path.slice(1));
};
