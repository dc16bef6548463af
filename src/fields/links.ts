import type { Problem } from '../errors.ts';
import { coerce, fromObject } from './coerce.ts';
import { examine, type Use } from './examine.ts';
import {
  asPositive,
  asText,
  type Fault,
  fault,
  type Kind,
  type Limit,
  RECORD_BY_ID,
  type Reading,
  WRONG_TYPE,
} from './kind.ts';
import { readTermName, termName } from './kinds.ts';
import { excess, LIMITS, tooMany } from './limits.ts';
import { collect, readList } from './lists.ts';
import type { RecordRef } from './ref.ts';
import type { FieldTable } from './table.ts';

/** Where a link stands in its field, as GraphQL says it. */
type Place = NonNullable<Problem['at']>;

/**
 * A link to a record that is there (`ref`), to a new one (`create`), or to one that is made unless it is there (`upsert`).
 * `unread` is what could not be read of its fields: the check tells it with all else that is wrong there.
 */
export type Link<New = object, Upsert = New> = { at?: Place } & (
  | { ref: RecordRef }
  | { create: New }
  | { upsert: Upsert; unread?: readonly Problem[] }
);

/** What becomes of the links of a record. */
export interface Links<New = object, Upsert = New> {
  /** These instead of those that it has. Without it, those that it has. */
  set?: readonly Link<New, Upsert>[];
  /** These besides. */
  add?: readonly Link<New, Upsert>[];
  /** Without these. What names none takes none away. */
  remove?: readonly RecordRef[];
}

/** A term by its name or slug, which makes a new one when there is none. */
export interface TermName {
  name: string;
}

export type RecordLinks<New = object> = Links<New>;
export type TermLinks<New = object> = Links<New, TermName>;

/** Where a link stands, for what is said of it. */
export const placeOf = ({ at }: { at?: Place | undefined }): Pick<Problem, 'at'> => (at ? { at } : {});

const NOT_A_LINK = fault(WRONG_TYPE, 'Must be ids, or objects with an id or a name.');
const TOO_MANY_NEW = fault('too_many_items', `Must not have more than ${LIMITS.records.inline} new records.`);

const isObject = (wire: unknown): wire is object => typeof wire === 'object' && wire !== null && !Array.isArray(wire);

/** What clients send for "none" in place of a value. A few lists inside each other are, a deep nest is not. */
const isNothing = (wire: unknown, depth = 3): boolean =>
  wire === null ||
  wire === undefined ||
  wire === '' ||
  wire === 0 ||
  wire === '0' ||
  wire === false ||
  (Array.isArray(wire) && depth > 0 && wire.every((item) => isNothing(item, depth - 1)));

/** What clears the links of a record: nothing, and an object without members. */
const isNone = (wire: unknown): boolean => isNothing(wire) || (isObject(wire) && Object.keys(wire).length === 0);

/** A record of which nothing is said: forms have one where nobody has filled anything in (behaviour §0.35). */
const isEmptyRecord = (record: object): boolean => Object.values(record).every((member) => isNone(member));

const isNew = (link: Link<unknown>): boolean => !('ref' in link);

const hasTooManyNew = (links: readonly Link<unknown>[]): boolean => links.filter(isNew).length > LIMITS.records.inline;

/**
 * Examines each link of a field; the first that is not good spoils it. Links that mean nothing are left out: where nothing
 * else was to be set, nothing was sent.
 */
function examineLinks<N, U>(
  { set, add = [], remove = [] }: Links<N, U>,
  examineOne: (link: Link<N, U>) => Reading<Link<N, U>>,
): Reading<Links<N, U>> {
  const [kept, added] = [collect(set ?? [], examineOne), collect(add, examineOne)];
  if ('fault' in kept) return kept;
  if ('fault' in added) return added;
  const [all, more] = [kept.value ?? [], added.value ?? []];
  if (set && all.length + more.length + remove.length === 0) return { value: set.length ? undefined : null };
  return { value: { ...(set ? { set: all } : {}), add: more, remove } };
}

const countOf = ({ set = [], add = [], remove = [] }: Links<unknown, unknown>): number =>
  set.length + add.length + remove.length;

/** A new record, as a table takes it. What is wrong with it is told of the field that it stands in. */
function examineNew<V extends object>(
  { table, use }: { table: FieldTable; use: Use },
  { values: sent, unread = [], at }: { values: V; unread?: readonly Problem[] | undefined; at: Place | undefined },
  surroundings: Parameters<typeof examine>[2],
): Reading<V> {
  const { values, missing, problems } = examine(
    { table, use },
    { values: { ...sent } as Record<string, unknown>, problems: unread },
    surroundings,
  );
  const wrong = missing.length ? missing : problems;
  return wrong.length ? { fault: inside(wrong, at) } : { value: values as V };
}

/**
 * What an event links to. On the wire, which sets all of them: an id, comma-separated ids, an object with `id`, an object
 * with the fields of a record that is made unless it is there, or a list of any of these. Fields of new records are checked
 * as when they are created; what is empty there is null, for a record that is there already. At either door an `upsert` of
 * which all members are empty means none.
 */
export const recordLinks = (kind: string, inline: FieldTable): Kind<RecordLinks> => {
  const readLink = (wire: unknown): Reading<Link> => {
    if (isObject(wire) && !('id' in wire && !isNothing(wire.id))) {
      const { values, problems } = coerce(inline, fromObject(wire));
      if (problems.length) return { value: { upsert: values, unread: problems } };
      return isEmptyRecord(values) ? NOT_A_LINK : { value: { upsert: values } };
    }
    const id = typeof wire === 'boolean' ? undefined : asPositive(isObject(wire) && 'id' in wire ? wire.id : wire);
    return id === undefined ? NOT_A_LINK : { value: { ref: { id } } };
  };
  return {
    type: { links: kind },
    schema: { type: 'array', items: { type: 'integer' } },
    limit: LIMITS.records,
    list: true,
    read(wire) {
      if (isNone(wire)) return { value: null };
      const reading = readLinks(isObject(wire) ? [wire] : wire, LIMITS.records, readLink);
      return 'value' in reading && hasTooManyNew(reading.value?.set ?? []) ? TOO_MANY_NEW : reading;
    },
    check(links, surroundings) {
      const many = tooMany(LIMITS.records, countOf(links));
      if (many) return many;
      if (hasTooManyNew([...(links.set ?? []), ...(links.add ?? [])])) return TOO_MANY_NEW;
      return examineLinks(links, (link): Reading<Link> => {
        if ('ref' in link) return { value: link };
        if ('upsert' in link && !link.unread && isEmptyRecord(link.upsert)) return { value: null };
        const use = 'create' in link ? 'create' : 'upsert';
        const [values, unread] = 'create' in link ? [link.create] : [link.upsert, link.unread];
        const reading = examineNew({ table: inline, use }, { values, unread, at: link.at }, surroundings);
        return 'fault' in reading ? reading : { value: { ...link, [use]: reading.value } as Link };
      });
    },
  };
};

/** What is set on the wire. Items that are nothing are left out; where only empty records were, nothing was sent. */
function readLinks<N, U>(
  wire: unknown,
  limit: Limit,
  read: (item: unknown) => Reading<Link<N, U>>,
): Reading<Links<N, U>> {
  let hadEmptyRecord = false;
  const reading = readList(wire, { limit, wrong: NOT_A_LINK }, (item) => {
    const isEmpty = isObject(item) && isEmptyRecord(item);
    hadEmptyRecord ||= isEmpty;
    return isEmpty || isNothing(item) ? { value: null } : read(item);
  });
  if ('fault' in reading) return reading;
  const set = reading.value ?? [];
  return { value: hadEmptyRecord && set.length === 0 ? undefined : { set } };
}

/** All that is wrong with a record inside of another one, as one problem of the field that it stands in. */
export const inside = (problems: readonly Problem[], at?: Place): Fault => ({
  code: problems[0]?.code ?? WRONG_TYPE,
  message: problems.map(({ field, message }) => `${field}: ${message}`).join(' '),
  ...placeOf({ at }),
  inside: problems,
});

/**
 * Terms of an event. On the wire, which sets all of them: ids, names (HTML text, as everywhere) and slugs, as a list or
 * comma-separated, or objects with `id` or `name`. Empty items are skipped.
 */
export const termLinks = (kind: string, inline: FieldTable): Kind<TermLinks> => ({
  type: { links: kind },
  schema: { type: 'array', items: { type: 'integer' } },
  typed: {
    type: 'array',
    items: {
      anyOf: [
        { type: ['integer', 'string'] },
        RECORD_BY_ID,
        { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      ],
    },
  },
  limit: LIMITS.termLinks,
  list: true,
  read(wire) {
    if (isNone(wire)) return { value: null };
    // The text of true is 1 on the host, and as text it is a name.
    if (wire === true) return { value: { set: [{ upsert: { name: '1' } }] } };
    const one = isObject(wire) && ('id' in wire || 'name' in wire || isEmptyRecord(wire));
    return readLinks(one ? [wire] : wire, LIMITS.termLinks, readTerm);
  },
  check(links, surroundings) {
    const many = tooMany(LIMITS.termLinks, countOf(links));
    if (many) return many;
    return examineLinks<object, TermName>(links, (link): Reading<Link<object, TermName>> => {
      if ('ref' in link) return { value: link };
      if ('create' in link) {
        const form = { table: inline, use: 'create' } as const;
        const reading = examineNew(form, { values: link.create, at: link.at }, surroundings);
        return 'fault' in reading || !reading.value
          ? (reading as Reading<never>)
          : { value: { ...link, create: reading.value } };
      }
      const { name } = link.upsert;
      const reading = excess(LIMITS.termLinks, name) ?? NAME.check!(name, surroundings);
      if ('fault' in reading) return { fault: { ...reading.fault, ...placeOf(link) } };
      return { value: reading.value ? { ...link, upsert: { name: reading.value } } : null };
    });
  },
});

const NAME = termName();

function readTerm(wire: unknown): Reading<Link<object, TermName>> {
  const { id: itsId, name: itsName } = (isObject(wire) ? wire : {}) as { id?: unknown; name?: unknown };
  const meant = isObject(wire) ? (isNothing(itsId) ? itsName : itsId) : wire;
  const id = asPositive(meant);
  if (id !== undefined) return { value: { ref: { id } } };
  const text = asText(meant)?.trim();
  if (!text) return NOT_A_LINK;
  const reading = readTermName(text);
  if ('fault' in reading) return reading;
  const name = (reading.value ?? '').trim();
  const namesNone = name === '' || /^-?[\d.]+$/.test(name);
  return excess(LIMITS.termLinks, name) ?? { value: namesNone ? null : { upsert: { name } } };
}
