import { ROLES } from '../../../src/domain/access.ts';
import type { Caller, TestApp } from '../app.ts';
import { defineFields } from '../custom-fields.ts';
import type { Ref } from './apis.ts';
import type { Shown } from './keys.ts';
import type { Kind } from './kinds.ts';
import { EVENTS, PLACES, TERMS } from './seeds.ts';

/** All callers. */
export const CALLERS: readonly Caller[] = ['anonymous', ...ROLES.toReversed()];

/** What a furnished app holds. */
export interface World {
  /** The ids of a kind, by the name of its collection in REST. */
  idsOf(plural: string): number[];
  /** The id of the record with this label. */
  id(label: string): number;
  /** References to all records of a kind, to a few records of other kinds, and some to no record. */
  refsOf(kind: Kind): Ref[];
}

/** Fills an app with records of every kind, state and author, and lets an hour pass, so that one of them falls due. */
export async function furnish(app: TestApp): Promise<World> {
  const made = new Map<string, Shown>();
  const id = (label: string): number => made.get(label)!.id;
  await defineFields(app);
  const seeds = [...PLACES, ...TERMS, ...EVENTS];
  for (const [label, kind, as, values] of seeds) {
    const answer = await app.rest('POST', `/${kind}`, { as, json: values(id) });
    if (answer.status !== 201) throw new Error(`${label} was refused: ${answer.text}`);
    made.set(label, answer.body);
  }
  app.clock.now = Date.parse('2026-11-20T12:30:00Z');
  const of = (plural: string): Shown[] =>
    seeds.filter(([, kind]) => kind === plural).map(([label]) => made.get(label)!);
  const some = ['hall', 'ann', 'opening'].map(id);
  return {
    id,
    idsOf: (plural) => of(plural).map((record) => record.id),
    refsOf({ plural, isPost }) {
      const ids = [...of(plural).map((record) => record.id), ...some, 0, 999, 2_147_483_647];
      const slugs = [...of(plural).map(({ slug }) => slug), 'grand-hall', 'GRAND-HALL', '없음', '%ec%84%9c'];
      return [
        ...[...new Set(ids)].map((each) => ({ id: each })),
        ...[...new Set(slugs)].filter((slug) => isPost && slug).map((slug) => ({ slug })),
      ];
    },
  };
}
