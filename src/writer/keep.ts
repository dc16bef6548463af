import type { ResolverContext } from '../graphql/context.ts';
import { onceFor } from '../rules/once-for.ts';
import { type Member, objectOf, type Run, type Write } from './member.ts';
import { after, each } from './waiting.ts';

/** What is known of the text of a record in one place of a document, in one view. */
interface Entry {
  /** Texts that follow from the record and the view, and between them members that are asked for each time. */
  parts: readonly (string | Member)[];
  asked: readonly Member[];
  /** What those members gave the last time. */
  values?: readonly unknown[];
  /** The whole text with these values; null where more than they decides about it. */
  text?: string | null;
}

/** The texts of records, for a whole process. */
export interface Keeper {
  /** `write` for the members of an object: what follows from a record and a view is written once. */
  keeping(members: readonly Member[], write: Write): Write;
}

/** What was asked for once may never be asked for again. */
const ONCE = 'asked once';

/** Bytes for a character, and for what stands around a text. */
const PER_CHARACTER = 2;
const PER_ENTRY = 400;

/**
 * Keeps so many bytes of texts, about, by the identity of records: one that the store gave is frozen, and a changed one is
 * another object, so there is nothing to forget. What is asked for once only is not kept. When half of the bytes are used
 * up, what was not asked for since then goes.
 */
export function createKeeper(bytes: number): Keeper {
  type Texts = WeakMap<object, Map<object, Entry | typeof ONCE>>;
  let young: Texts = new WeakMap();
  let old: Texts = new WeakMap();
  let size = 0;

  function spend(characters: number): void {
    size += PER_ENTRY + PER_CHARACTER * characters;
    if (size < bytes / 2) return;
    old = young;
    young = new WeakMap();
    size = 0;
  }

  function keep<E extends Entry | typeof ONCE>(record: object, place: object, entry: E): E {
    const entries = young.get(record) ?? new Map();
    young.set(record, entries.set(place, entry));
    spend(entry === ONCE ? 0 : lengthOf(entry));
    return entry;
  }

  function find(record: object, place: object): Entry | typeof ONCE | undefined {
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
        return entry.asked.length === 0 ? entry.text! : writeEntry(entry, { record, run, grown: spend });
      };
    },
  };
}

const lengthOf = ({ parts, text }: Entry): number => {
  const lengths = parts.map((part) => (typeof part === 'string' ? part.length : 0));
  return lengths.reduce((sum, length) => sum + length, text?.length ?? 0);
};

/** What the store gave: it has a version, and is frozen with all that hangs on it. */
const isRecord = (value: object): boolean => 'version' in value && Object.isFrozen(value);

/** What a view of records is made of. Whoever looks at anything else of a request is asked each time. */
const VIEW: ReadonlySet<unknown> = new Set([
  'language',
  'zone',
  'links',
  'embedHosts',
] satisfies (keyof ResolverContext)[]);

/** The text, if it follows from the view of the request and nothing else. What goes wrong does so again without us. */
function viewed(write: (run: Run) => unknown, { context }: Run): string | undefined {
  let looked = false;
  const look = (): never => {
    looked = true;
    throw new Error('This is asked each time.');
  };
  const traps = { ownKeys: look, has: look, getOwnPropertyDescriptor: look, getPrototypeOf: look, set: look };
  const get = (_: unknown, key: string | symbol) => (VIEW.has(key) ? context[key as 'links'] : look());
  try {
    const text = write({
      context: new Proxy<ResolverContext>({} as never, { ...traps, get }),
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
  const close = (): void => {
    if (written.length) parts.push(written.join(''));
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
  const asked = parts.filter((part) => typeof part !== 'string');
  return asked.length ? { parts, asked } : { parts: [], asked, text: objectOf(parts as string[]) };
}

interface Asked {
  record: object;
  run: Run;
  /** Told of so many characters more. */
  grown(characters: number): void;
}

/** Writes what is kept, and between it what is asked for now; all of it as the last time where that gives the same. */
function writeEntry(entry: Entry, { record, run, grown }: Asked): ReturnType<Write> {
  const { parts, asked } = entry;
  return after(
    each(asked, (member) => member.read(record, run)),
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

/** The same object, or a list of the same. Such objects are frozen, or made anew each time. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((item, at) => item === other[at]));
