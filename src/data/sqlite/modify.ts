import type { Stored, Update } from '../port.ts';

type Fields = Record<string, unknown>;
type Change = (parent: Fields, key: string, value: unknown) => void;

const numberAt = (parent: Fields, key: string) => {
  const value = parent[key] ?? (key in parent ? null : 0);
  if (typeof value !== 'number') throw new Error(`$inc on ${key}, which is no number`);
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
};

/** Applies an update to a copy of the document. @throws when a path or a value does not fit */
export const modified = (before: Stored, update: Update): Stored => {
  const { _id } = before;
  const document: Stored & Fields = { ...before };
  for (const [operator, changes] of Object.entries(update) as [keyof Update, Fields][]) {
    const creates = operator !== '$unset';
    for (const [path, value] of Object.entries(changes)) {
      const keys = path.split('.');
      const parent = parentOf(document, keys, creates);
      if (parent) CHANGES[operator](parent, keys.at(-1)!, value);
    }
  }
  if (document._id !== _id) throw new Error('the _id of a document cannot be changed');
  return document;
};

const parentOf = (document: Fields, keys: readonly string[], creates: boolean) => {
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
    const copy = Array.isArray(child) ? [...child] : { ...child };
    parent[key] = copy;
    parent = copy as Fields;
  }
  return parent;
};
