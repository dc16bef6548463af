import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byName } from '../../src/kinds/event-links.ts';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { made, NAME } from '../support/making.ts';
import { type Said, type Write, writeGraphql, writeRest } from '../support/parity/apis.ts';
import type { Shown } from '../support/parity/keys.ts';
import { KINDS, type Kind } from '../support/parity/kinds.ts';
import { neededOf } from '../support/parity/values.ts';
import { sample } from '../support/sample.ts';
import { KIND_CELLS } from './rights.ts';

/** What can stand in the way of a write. */
const FLAWS = ['input', 'general right', 'unknown', 'right', 'names', 'rule'] as const;

type Flaw = (typeof FLAWS)[number];

const UNKNOWN_FIRST: readonly Flaw[] = ['input', 'unknown', 'general right', 'right', 'names', 'rule'];

/**
 * In which order that is told. Of venues, organizers and terms clients know that an unknown one comes before the right, of
 * events when they are deleted by slug.
 */
const orderOf = ({ name }: Kind, verb: Verb, by: By): readonly Flaw[] =>
  name !== 'event' || (verb === 'delete' && by === 'slug') ? UNKNOWN_FIRST : FLAWS;

/** An error by code and status, with the parameters it names. */
type Told = readonly [code: string, status: number, ...params: string[]];

const invalid = (param: string): Told => ['rest_invalid_param', 400, param];

type Verb = Write['verb'];

/** Values that are wrong in one way, and what is told of them. */
type Wrong = readonly [values: Shown, told: Told];

interface Sample {
  input: Wrong;
  names?: Wrong;
  rule: Partial<Record<Verb, Wrong>>;
}

const ENDS_EARLY: Wrong = [{ endDate: '2020-01-01' }, invalid('end_date')];
const TERM_RULES: Sample['rule'] = {
  create: [{ name: 'Other' }, ['term_exists', 400]],
  update: [{ slug: 'other' }, ['duplicate_term_slug', 400, 'slug']],
};
/** What is deleted lies in the trash already. */
const trashed = (kind: string): Wrong => [{}, [`${kind}-is-in-trash`, 410]];

const noName = ({ fields }: Kind): Wrong => [{ name: '' }, invalid(fields.name!.wire)];
const term = (kind: Kind): Sample => ({ input: noName(kind), rule: TERM_RULES });

/** The kinds that events link to have one code: what the others lack is tried with one of them each. */
const linked = (kind: Kind): Sample => ({ input: noName(kind), rule: { delete: trashed(kind.name) } });

/** What each kind can be wrong in. */
const SAMPLES: Record<Kind['name'], (kind: Kind) => Sample> = {
  ...byName(() => linked),
  event: () => ({
    input: [{ title: '' }, invalid('title')],
    names: [{ venues: { set: [{ databaseId: 999 }] } }, invalid('venue')],
    rule: { create: ENDS_EARLY, update: ENDS_EARLY, delete: trashed('event') },
  }),
  venue: (kind) => ({ ...linked(kind), names: [{ author: 999 }, invalid('author')] }),
  organizer: (kind) => ({ ...linked(kind), names: [{ image: '999' }, invalid('image')] }),
  category: (kind) => ({ ...term(kind), names: [{ parent: 999 }, invalid('parent')] }),
  tag: term,
};

const sampleOf = (kind: Kind): Sample => SAMPLES[kind.name](kind);

let app: TestApp;
/** Two records of each kind that the administrator wrote; the other one lies in the trash where there is one. */
const records = new Map<string, { id: number; slug: string }>();

beforeAll(async () => {
  app = await buildApp();
  for (const { name, plural, isPost } of KINDS) {
    records.set(name, await made(app, plural, { [NAME[plural]]: 'One' }));
    const other = await made(app, plural, { [NAME[plural]]: 'Other' });
    const method = isPost ? 'DELETE' : 'GET';
    records.set(`other ${name}`, (await app.rest(method, `/${plural}/${other.id}`, { as: 'administrator' })).body);
  }
});
afterAll(() => app.close());

type By = 'id' | 'slug';

/** What a kind of write can be wrong in, whoever asks. */
function flawsOf(kind: Kind, verb: Verb): readonly Flaw[] {
  const { names, rule } = sampleOf(kind);
  const written = verb !== 'delete';
  const can = { input: written, unknown: verb !== 'create', names: written && names, rule: rule[verb] };
  return FLAWS.filter((flaw) => can[flaw as keyof typeof can]);
}

/** Every flaw alone, each two that follow each other, and all together: enough to tell an order. */
const sets = (order: readonly Flaw[]): Flaw[][] => [
  ...[...order.map((flaw) => [flaw]), ...order.slice(1).map((flaw, index) => [order[index]!, flaw]), [...order]],
];

/** The write that is wrong in just this. */
function writeWith(kind: Kind, verb: Verb, by: By, flaws: readonly Flaw[]): Write {
  const { name, fields } = kind;
  const { input, names, rule } = sampleOf(kind);
  const has = (flaw: Flaw): boolean => flaws.includes(flaw);
  const values = {
    ...(verb === 'create' ? neededOf(fields, 'New') : {}),
    ...(has('names') ? names?.[0] : {}),
    ...(has('rule') ? rule[verb]?.[0] : {}),
    ...(has('input') ? input[0] : {}),
  };
  if (verb === 'create') return { verb, values };
  const { id, slug } = records.get(verb === 'delete' && has('rule') ? `other ${name}` : name)!;
  const there = by === 'id' ? { id } : { slug };
  const nowhere = by === 'id' ? { id: 999_999 } : { slug: 'nowhere' };
  return { verb, ref: has('unknown') ? nowhere : there, values };
}

/** What stands in the way of a caller at every write of a kind. All records here are the administrator's. */
function missingRights(as: Caller, { plural, isPost }: Kind, verb: Verb): Flaw[] {
  const { create } = KIND_CELLS.find(({ caller, kind }) => caller === as && kind === plural)!;
  if (!create) return ['general right'];
  const any = verb === 'create' || !isPost || as === 'administrator' || as === 'editor';
  return any ? [] : ['right'];
}

/** How a flaw is told when it is the first. */
function toldOf(kind: Kind, verb: Verb, by: By, as: Caller): Record<Flaw, Told | undefined> {
  const { input, names, rule } = sampleOf(kind);
  const refused: Told = ['rest_forbidden', as === 'anonymous' ? 401 : 403];
  const unknown: Told = kind.name === 'event' && by === 'id' ? ['rest-event-not-found', 404] : invalid(by);
  return {
    input: input[1],
    'general right': refused,
    unknown,
    right: refused,
    names: names?.[1],
    rule: rule[verb]?.[1],
  };
}

/** What is in the trash is not there to callers of GraphQL who may not see it. */
const flawsInGraphql = (set: readonly Flaw[], verb: Verb, as: Caller): readonly Flaw[] =>
  verb === 'delete' && set.includes('rule') && as !== 'administrator' && as !== 'editor' ? [...set, 'unknown'] : set;

function summary(said: Said): Told {
  const { code, status, params } = said as Extract<Said, { code: string }>;
  return [code, status, ...Object.keys(params ?? {})];
}

const WRITES = ['create', 'update', 'delete'] as const;

/** Most kinds that events link to are named by their slugs: a venue stands for those named by their ids. */
const WAYS: Record<Kind['name'], readonly By[]> = {
  ...byName((): readonly By[] => ['slug']),
  ...{ event: ['id', 'slug'], venue: ['id'], category: ['id'], tag: ['id'] },
};

const CASES = KINDS.flatMap((kind) =>
  WRITES.flatMap((verb) =>
    WAYS[kind.name].slice(0, verb === 'create' ? 1 : 2).map((by) => ({
      ...{ name: `${verb} ${kind.name}${verb === 'create' ? '' : ` by ${by}`}`, kind, verb, by },
    })),
  ),
);

/** Who lacks no right, who lacks that to what others wrote, and who lacks all. */
const CALLERS = ['editor', 'author', 'anonymous'] as const;

describe.each(sample(CASES, 5))('$name', ({ kind, verb, by }) => {
  test.each(CALLERS)('%s is told the first of all that is wrong, by both APIs', async (as) => {
    const rights = missingRights(as, kind, verb);
    const told = toldOf(kind, verb, by, as);
    const first = (flaws: readonly Flaw[]) => told[orderOf(kind, verb, by).find((flaw) => flaws.includes(flaw))!];
    const order = orderOf(kind, verb, by).filter((flaw) => [...flawsOf(kind, verb), ...rights].includes(flaw));
    const [expected, answered]: Record<string, unknown>[] = [{}, {}];
    for (const wrong of sets(order).filter((set) => rights.every((right) => set.includes(right)))) {
      const write = writeWith(kind, verb, by, wrong);
      const [rest, graphql] = [await writeRest(app, kind, write, as), await writeGraphql(app, kind, write, as)];
      const [inRest, inGraphql] = [first(wrong), first(flawsInGraphql(wrong, verb, as))];
      expected![`${wrong}`] = { told: [inRest, inGraphql], inTheSameWords: inRest === inGraphql };
      const told = [summary(rest), summary(graphql)];
      answered![`${wrong}`] = { told, inTheSameWords: isDeepStrictEqual(rest, graphql) };
    }
    expect(answered).toEqual(expected);
  });
});
