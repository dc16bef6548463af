import { onceFor } from '../../../domain/once-for.ts';
import type { ResolverContext } from '../context.ts';
import { joined, type Member, objectOf, type Run, type Write } from './member.ts';
import { after, each } from './waiting.ts';

/** The cached text of a record at one place of a document, in one view. */
interface Entry {
  /** Texts that depend only on the record and the view, and the dynamic members between them, which run each time. */
  parts: readonly (string | Member)[];
  dynamic: readonly Member[];
  /** The last values of the dynamic members. */
  values?: readonly unknown[];
  /** The whole text with these values; null if it depends on more than these values. */
  text?: string | null;
}

/** Caches the texts of records for the whole process. */
export interface FragmentCache {
  /** Wraps `write` for the members of an object: text that depends only on the record and the view is written once. */
  keeping(members: readonly Member[], write: Write): Write;
}

/** Marks a record requested once. It may never be requested again. */
const ONCE = 'asked once';

/** Bytes per character, and the overhead per entry. */
const PER_CHARACTER = 2;
const PER_ENTRY = 400;

/**
 * Caches about this many bytes of text by the identity of records. Records from the store are frozen, and a changed record
 * is a new object, so nothing needs invalidation. Text is cached from the second request on. Each time half of the bytes
 * are used up, entries not requested since the last time are dropped.
 */
export function createFragmentCache(bytes: number): FragmentCache {
  type Texts = WeakMap<object, Map<object, Entry | typeof ONCE>>;
  let young: Texts = new WeakMap();
  let old: Texts = new WeakMap();
  let size = 0;

  function spend(characters: number) {
    size += PER_ENTRY + PER_CHARACTER * characters;
    if (size < bytes / 2) return;
    old = young;
    young = new WeakMap();
    size = 0;
  }

  function keep<E extends Entry | typeof ONCE>(record: object, place: object, entry: E) {
    const entries = young.get(record) ?? new Map();
    young.set(record, entries.set(place, entry));
    spend(entry === ONCE ? 0 : lengthOf(entry));
    return entry;
  }

  function find(record: object, place: object) {
    const found = young.get(record)?.get(place);
    if (found) return found;
    const before = old.get(record)?.get(place);
    return before && keep(record, place, before);
  }

  return {
    keeping(members, write) {
      const placeOf = onceFor<ResolverContext['links'], object>(() => ({}));
      return (source, run) => {
        const record = source as object;
        const place = placeOf(run.context.links, run.context.language);
        const found = find(record, place);
        if (!found) {
          if (isRecord(record)) keep(record, place, ONCE);
          return write(record, run);
        }
        const entry = found === ONCE ? keep(record, place, entryOf(members, record, run)) : found;
        return entry.dynamic.length === 0 ? entry.text! : writeEntry(entry, { record, run, grown: spend });
      };
    },
  };
}

const lengthOf = ({ parts, text }: Entry) => {
  const lengths = parts.map((part) => (typeof part === 'string' ? part.length : 0));
  return lengths.reduce((sum, length) => sum + length, text?.length ?? 0);
};

/** Whether a value is a record of the store: it has a version and is deeply frozen. */
const isRecord = (value: object) => 'version' in value && Object.isFrozen(value);

/** The context keys that make up a view. A member that reads any other key runs each time. */
const VIEW: ReadonlySet<unknown> = new Set([
  'language',
  'zone',
  'links',
  'embedHosts',
] satisfies (keyof ResolverContext)[]);

/** The text, if it depends only on the view. Errors are ignored here, because they occur again in the real run. */
function viewed(write: (run: Run) => unknown, { context }: Run) {
  let looked = false;
  const look = (): never => {
    looked = true;
    throw new Error('This is asked each time.');
  };
  const traps = { ownKeys: look, has: look, getOwnPropertyDescriptor: look, getPrototypeOf: look, set: look };
  const get = (_: unknown, key: string | symbol) => (VIEW.has(key) ? context[key as 'links'] : look());
  try {
    const text = write({
      context: new Proxy<ResolverContext>({} as ResolverContext, { ...traps, get }),
      variables: new Proxy({}, { ...traps, get: look }),
    });
    if (text instanceof Promise) text.catch(() => {});
    return typeof text === 'string' && !looked ? text : undefined;
  } catch {
    return undefined;
  }
}

function entryOf(members: readonly Member[], record: object, run: Run): Entry {
  const parts: (string | Member)[] = [];
  let written: string[] = [];
  const close = () => {
    if (written.length) parts.push(joined(written));
    written = [];
  };
  for (const member of members) {
    const text = viewed((only) => after(member.read(record, only), (value) => member.write(value, only)), run);
    if (text !== undefined) written.push(text);
    else {
      close();
      parts.push(member);
    }
  }
  close();
  const dynamic = parts.filter((part) => typeof part !== 'string');
  return dynamic.length ? { parts, dynamic } : { parts: [], dynamic, text: objectOf(parts as string[]) };
}

interface EntryRun {
  record: object;
  run: Run;
  /** Called with the number of added characters. */
  grown(characters: number): void;
}

/** Writes the cached texts and the dynamic members between them. Reuses the whole text if their values are unchanged. */
function writeEntry(entry: Entry, { record, run, grown }: EntryRun) {
  const { parts, dynamic } = entry;
  return after(
    each(dynamic, (member) => member.read(record, run)),
    (values) => {
      const write = (asking: Run) => {
        let at = 0;
        return after(
          each(parts, (part) => (typeof part === 'string' ? part : part.write(values[at++], asking))),
          objectOf,
        );
      };
      if (!entry.values || !values.every((value, at) => isSame(value, entry.values![at]))) {
        entry.values = values;
        delete entry.text;
        return write(run);
      }
      if (entry.text === undefined) {
        entry.text = viewed(write, run) ?? null;
        grown(entry.text?.length ?? 0);
      }
      return entry.text ?? write(run);
    },
  );
}

/** Whether both are the same object or lists of the same objects. Such objects are frozen, or created each time. */
const isSame = (one: unknown, other: unknown) =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((item, at) => item === other[at]));
