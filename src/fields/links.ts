import type { Problem } from '../errors.ts';
import { decodeHtml, stripTags } from '../rules/html.ts';
import { coerce, fromObject } from './coerce.ts';
import { examine } from './examine.ts';
import { asPositive, asText, type Fault, fault, type Kind, RECORD_BY_ID, type Reading, WRONG_TYPE } from './kind.ts';
import { excess, LIMITS } from './limits.ts';
import { collect, readList } from './lists.ts';
import type { FieldTable } from './table.ts';

/** A link to a record that exists (`id`), or one that is to be made with the event (`create`). Exactly one. */
export interface RecordLink<Input = object> {
  id?: number | null;
  create?: Input | null;
}

/** A term by its id, or by its name (or slug), which makes a new one when there is none. Exactly one. */
export interface TermLink {
  id?: number | null;
  name?: string | null;
}

const NOT_A_LINK = fault(WRONG_TYPE, 'Must be ids or objects.');
const TOO_MANY_NEW = fault('too_many_items', `Must not have more than ${LIMITS.records.inline} new records.`);
const BOTH = fault('invalid_link', 'Each link takes exactly one of its members.');

const isObject = (wire: unknown): wire is object => typeof wire === 'object' && wire !== null && !Array.isArray(wire);

/** Nothing at all: what the forms of clients send for "none". A few lists inside each other are, a deep nest is not. */
const isNothing = (wire: unknown, depth = 3): boolean =>
  wire === null ||
  wire === undefined ||
  wire === '' ||
  wire === 0 ||
  wire === '0' ||
  wire === false ||
  (Array.isArray(wire)
    ? depth > 0 && wire.every((item) => isNothing(item, depth - 1))
    : typeof wire === 'object' && Object.keys(wire).length === 0);

/**
 * What an event links to. On the wire: an id, comma-separated ids, an object with `id`, an object with the
 * fields of a new record, or a list of any of these. Fields of new records are checked as when they are created; what
 * is empty there is null, for a record that is there already.
 */
export const recordLinks = (input: string, inline: FieldTable): Kind<RecordLink[]> => {
  const NEW = { table: inline, use: 'upsert' } as const;
  const readLink = (wire: unknown): Reading<RecordLink> => {
    if (isObject(wire) && !('id' in wire && !isNothing(wire.id))) {
      const { values, problems } = coerce(inline, fromObject(wire));
      return problems.length ? { fault: inside(problems) } : { value: { create: values } };
    }
    const id = typeof wire === 'boolean' ? undefined : asPositive(isObject(wire) && 'id' in wire ? wire.id : wire);
    return id === undefined ? NOT_A_LINK : { value: { id } };
  };
  return {
    type: { input },
    schema: { type: 'array', items: { type: 'integer' } },
    limit: LIMITS.records,
    list: true,
    read(wire) {
      if (isNothing(wire)) return { value: null };
      const told = { limit: LIMITS.records, wrong: NOT_A_LINK };
      const reading = readList(isObject(wire) ? [wire] : wire, told, unlessNothing(readLink));
      return 'value' in reading && hasTooManyNew(reading.value ?? []) ? TOO_MANY_NEW : reading;
    },
    check(links, surroundings) {
      if (hasTooManyNew(links)) return TOO_MANY_NEW;
      return collect(links, ({ id, create }): Reading<RecordLink> => {
        if ((id == null) === (create == null)) return BOTH;
        if (create == null) return id != null && id < 1 ? NOT_A_LINK : { value: { id } };
        const { values, missing, problems } = examine(NEW, { values: { ...create } }, surroundings);
        const wrong = missing.length ? missing : problems;
        return wrong.length ? { fault: inside(wrong) } : { value: { create: values } };
      });
    },
  };
};

const hasTooManyNew = (links: readonly RecordLink[]): boolean =>
  links.filter(({ create }) => create != null).length > LIMITS.records.inline;

const unlessNothing =
  <V>(read: (item: unknown) => Reading<V>) =>
  (item: unknown): Reading<V> =>
    isNothing(item) ? { value: null } : read(item);

/** All that is wrong with a record inside of another one, as one problem of the field that it stands in. */
export const inside = (problems: readonly Problem[]): Fault => ({
  code: problems[0]?.code ?? WRONG_TYPE,
  message: problems.map(({ field, message }) => `${field}: ${message}`).join(' '),
  inside: problems,
});

/**
 * Terms of an event. On the wire: ids, names (HTML text, as everywhere) and slugs, as a list or comma-separated, or objects
 * with `id` or `name`. Empty items are skipped.
 */
export const termLinks = (input: string): Kind<TermLink[]> => ({
  type: { input },
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
    if (wire === null || wire === false) return { value: null };
    // The text of true is 1 on the host, and as text it is a name.
    if (wire === true) return { value: [{ name: '1' }] };
    const one = isObject(wire) && ('id' in wire || 'name' in wire);
    return readList(one ? [wire] : wire, { limit: LIMITS.termLinks, wrong: NOT_A_LINK }, unlessNothing(readTerm));
  },
  check: (links) =>
    collect(links, ({ id, name }): Reading<TermLink> => {
      if ((id == null) === (name == null)) return BOTH;
      if (name == null) return { value: { id } };
      const long = excess(LIMITS.termLinks, name);
      if (long) return long;
      const plain = stripTags(name);
      return { value: plain === '' ? null : { name: plain } };
    }),
});

function readTerm(wire: unknown): Reading<TermLink> {
  const { id: itsId, name: itsName } = (isObject(wire) ? wire : {}) as { id?: unknown; name?: unknown };
  const meant = isObject(wire) ? (itsId ?? itsName) : wire;
  const id = asPositive(meant);
  if (id !== undefined) return { value: { id } };
  const name = decodeHtml(asText(meant) ?? '').trim();
  if (!name) return NOT_A_LINK;
  return excess(LIMITS.termLinks, name) ?? { value: /^-?[\d.]+$/.test(name) ? null : { name } };
}
