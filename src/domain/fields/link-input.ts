import type { Problem } from '../errors.ts';
import { isObject } from '../values.ts';
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
import { excess, INPUT_LIMITS, tooMany } from './limits.ts';
import { collect, readList } from './lists.ts';
import type { RecordRef } from './ref.ts';
import type { FieldTable } from './table.ts';
import { readTermName, termName } from './text-kinds.ts';

/** The place of a link in its field, as GraphQL shows it. */
type Place = NonNullable<Problem['at']>;

/**
 * A link to an existing record (`ref`), to a new one (`create`), or to one that is created unless it exists (`upsert`). `unread`
 * lists the fields that could not be read. The check reports them with everything else that is wrong there.
 */
export type Link<New = object, Upsert = New> = { at?: Place } & (
  | { ref: RecordRef }
  | { create: New }
  | { upsert: Upsert; unread?: readonly Problem[] }
);

/** The ids of records that links have made already. */
export type Made = Map<Link, number>;

/** Changes to the links of a record. */
export interface Links<New = object, Upsert = New> {
  /** Replaces the links that it has. Without it, they stay. */
  set?: readonly Link<New, Upsert>[];
  /** Adds these. */
  add?: readonly Link<New, Upsert>[];
  /** Removes these. A reference that names no link removes none. */
  remove?: readonly RecordRef[];
}

/** A term by its name or slug. If there is none, a new one is created. */
export interface TermName {
  name: string;
}

export type RecordLinks<New = object> = Links<New>;
export type TermLinks<New = object> = Links<New, TermName>;

/** The place of a link, for a problem with it. */
export const placeOf = ({ at }: { at?: Place }): Pick<Problem, 'at'> => (at ? { at } : {});

const NOT_A_LINK = fault(WRONG_TYPE, 'Must be ids, or objects with an id or a name.');
const TOO_MANY_NEW = fault('too_many_items', 'Must not have more than {0} new records.', INPUT_LIMITS.records.inline);

/** Whether clients send this for "none" in place of a value. A few nested lists count, a deep nest does not. */
const isNothing = (wire: unknown, depth = 3): boolean =>
  wire === null ||
  wire === undefined ||
  wire === '' ||
  wire === 0 ||
  wire === '0' ||
  wire === false ||
  (Array.isArray(wire) && depth > 0 && wire.every((item) => isNothing(item, depth - 1)));

/** Whether this clears the links of a record: nothing, or an object without members. */
const isNone = (wire: unknown): boolean => isNothing(wire) || (isObject(wire) && Object.keys(wire).length === 0);

/** Whether a record says nothing. Forms send such a record when nobody has filled anything in (behaviour §0.35). */
const isEmptyRecord = (record: object) => Object.values(record).every((member) => isNone(member));

const isNew = (link: Link<unknown>) => !('ref' in link);

const hasTooManyNew = (links: readonly Link<unknown>[]) => links.filter(isNew).length > INPUT_LIMITS.records.inline;

/**
 * Examines each link of a field. The first bad one fails the field. Links that mean nothing are left out; if nothing else was to
 * be set, the field counts as not sent.
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

const countOf = ({ set = [], add = [], remove = [] }: Links<unknown, unknown>) =>
  set.length + add.length + remove.length;

/** Examines a new record by its table. Problems are reported for the field that the record stands in. */
function examineNew<V extends object>(
  { table, use }: { table: FieldTable; use: Use },
  { values: sent, unread = [], at }: { values: V; unread?: readonly Problem[]; at: Place | undefined },
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
 * The links of an event. The wire form replaces all of them: an id, comma-separated ids, an object with `id`, an object with the
 * fields of a record to create unless it exists, or a list of any of these. Fields of new records are checked as on creation.
 * Empty ones are null, in case the record exists already. At either API an `upsert` with nothing but empty members means none.
 * The fields of a new record are `inline`, and in GraphQL `inGraphQL`.
 */
export const recordLinks = (kind: string, inline: FieldTable, inGraphQL = inline): Kind<RecordLinks> => {
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
    limit: INPUT_LIMITS.records,
    list: true,
    read(wire) {
      if (isNone(wire)) return { value: null };
      const reading = readLinks(isObject(wire) ? [wire] : wire, INPUT_LIMITS.records, readLink);
      return 'value' in reading && hasTooManyNew(reading.value?.set ?? []) ? TOO_MANY_NEW : reading;
    },
    check(links, surroundings) {
      const many = tooMany(INPUT_LIMITS.records, countOf(links));
      if (many) return many;
      if (hasTooManyNew([...(links.set ?? []), ...(links.add ?? [])])) return TOO_MANY_NEW;
      return examineLinks(links, (link): Reading<Link> => {
        if ('ref' in link) return { value: link };
        if ('upsert' in link && !link.unread && isEmptyRecord(link.upsert)) return { value: null };
        const use = 'create' in link ? 'create' : 'upsert';
        const [values, unread] = 'create' in link ? [link.create] : [link.upsert, link.unread];
        const reading = examineNew({ table: inGraphQL, use }, { values, unread, at: link.at }, surroundings);
        return 'fault' in reading ? reading : { value: { ...link, [use]: reading.value } as Link };
      });
    },
  };
};

/**
 * Reads the links that the wire sets. Items that mean nothing are left out. If there were only empty records, nothing was sent.
 */
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

/** All problems of a record inside another one, as one fault of the field that it stands in. */
export const inside = (problems: readonly Problem[], at?: Place): Fault => ({
  code: problems[0]?.code ?? WRONG_TYPE,
  message: 'Is not accepted.',
  ...placeOf({ at }),
  inside: problems,
});

/**
 * The terms of an event. The wire form replaces all of them: ids, names (HTML text, as everywhere) and slugs, as a list or
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
  limit: INPUT_LIMITS.termLinks,
  list: true,
  read(wire) {
    if (isNone(wire)) return { value: null };
    // On the host, true has the text 1, and a text is a name.
    if (wire === true) return { value: { set: [{ upsert: { name: '1' } }] } };
    const one = isObject(wire) && ('id' in wire || 'name' in wire || isEmptyRecord(wire));
    return readLinks(one ? [wire] : wire, INPUT_LIMITS.termLinks, readTerm);
  },
  check(links, surroundings) {
    const many = tooMany(INPUT_LIMITS.termLinks, countOf(links));
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
      const reading = excess(INPUT_LIMITS.termLinks, name) ?? NAME.check!(name, surroundings);
      if ('fault' in reading) return { fault: { ...reading.fault, ...placeOf(link) } };
      return { value: reading.value ? { ...link, upsert: { name: reading.value } } : null };
    });
  },
});

const NAME = termName();

function readTerm(wire: unknown): Reading<Link<object, TermName>> {
  const { id: itsId, name: itsName } = (isObject(wire) ? wire : {}) as { id?: unknown; name?: unknown };
  const raw = isObject(wire) ? (isNothing(itsId) ? itsName : itsId) : wire;
  const id = asPositive(raw);
  if (id !== undefined) return { value: { ref: { id } } };
  const text = asText(raw)?.trim();
  if (!text) return NOT_A_LINK;
  const reading = readTermName(text);
  if ('fault' in reading) return reading;
  const name = (reading.value ?? '').trim();
  const namesNone = name === '' || /^-?[\d.]+$/.test(name);
  return excess(INPUT_LIMITS.termLinks, name) ?? { value: namesNone ? null : { upsert: { name } } };
}
