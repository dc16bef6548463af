import type { FieldTable } from '../../../src/domain/fields/table.ts';
import { KINDS as DECLARED, type KindName } from '../../../src/kinds/kinds.ts';
import type { Plural } from '../making.ts';
import { SHAPES, type Shape } from './keys.ts';

/** The names of a kind in both APIs, and its tables. */
export interface Kind extends Shape {
  /** In GraphQL: `venue`, `venuePage`, `createVenue`, … */
  name: KindName;
  /** In REST: the path of the collection and the key of the list. */
  plural: Plural;
  fields: FieldTable;
  /** What GraphQL takes for a page. */
  where: FieldTable;
  /** Events, venues and organizers: REST has addresses by slug, and GraphQL says what the caller may do. */
  isPost: boolean;
  /** The mutation that matches POST in REST, which makes a record that events link to only if there is none like it yet. */
  creates: string;
}

/** All kinds that are declared. */
export const KINDS: readonly Kind[] = DECLARED.map(({ name, plural, fields, where, rest, mutations }) => ({
  name,
  plural: plural as Plural,
  fields: rest.fields ?? fields,
  where,
  isPost: rest.bySlug,
  creates: mutations.upsert ?? mutations.create,
  ...SHAPES[name],
}));

/** The kind with this name. */
export const kindOf = (name: Kind['name']): Kind => KINDS.find((kind) => kind.name === name)!;

/** `venue` → `Venue`. */
export const typeName = ({ name }: Kind): string => name.charAt(0).toUpperCase() + name.slice(1);
