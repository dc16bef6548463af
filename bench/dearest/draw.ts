import { type GraphQLField, GraphQLObjectType, getNamedType, isEnumType, isScalarType } from 'graphql';
import { schema } from '../../src/api/graphql/schema.ts';
import type { Random } from '../../src/tools/seed/random.ts';

type Field = GraphQLField<unknown, unknown>;

/** A selection set. A leaf field has none. */
interface Node {
  type: GraphQLObjectType;
  selected: { text: string; inner: Node | undefined }[];
}

const FILTERS = [
  '',
  'where: { search: "-qa -qb -qc -qd -qe -qf -qg -qh -qi -qj" }, ',
  'where: { search: "a e i o u" }, ',
];
const EVENT_FILTERS = [
  ...FILTERS,
  'where: { startsBetween: { from: "1900-01-01", to: "2100-01-01" } }, ',
  'where: { near: { latitude: 40, longitude: -3, radiusKm: 15000 } }, ',
];

/** Arguments of a drawn field: the largest pages of lists that are long and slow to find. */
function argumentsOf({ name, args }: Field, random: Random): string {
  const named = (argument: string): boolean => args.some((each) => each.name === argument);
  if (named('ref')) return `(ref: { databaseId: ${random.between(1, 5000)} })`;
  if (named('perPage')) {
    const filter = random.pick(name === 'eventPage' ? EVENT_FILTERS : FILTERS);
    return `(${filter}perPage: ${random.pick([1, 10, 50])}, page: ${random.between(1, 9)})`;
  }
  return named('language') && random.chance(0.5) ? `(language: ${random.pick(['EN', 'KO', 'ES'])})` : '';
}

const written = ({ selected }: Node): string =>
  `{ ${selected.map(({ text, inner }) => text + (inner ? ` ${written(inner)}` : '')).join(' ')} }`;

const nodesOf = (node: Node): Node[] => [node, ...node.selected.flatMap(({ inner }) => (inner ? nodesOf(inner) : []))];

/** Grows a document by random fields until the limits allow no more. */
export function drawDocument(random: Random, allowed: (text: string) => boolean): string {
  const root: Node = { type: schema.getQueryType()!, selected: [] };
  let names = 0;

  function grow(node: Node): void {
    const fields = Object.values(node.type.getFields());
    const field = random.pick(fields);
    const type = getNamedType(field.type);
    const isLeaf = isScalarType(type) || isEnumType(type);
    if (!isLeaf && !(type instanceof GraphQLObjectType)) return;
    const inner: Node | undefined = isLeaf ? undefined : { type: type as GraphQLObjectType, selected: [] };
    if (inner) while (inner.selected.length === 0) grow(inner);
    names += 1;
    node.selected.push({ text: `a${names}: ${field.name}${argumentsOf(field, random)}`, inner });
  }

  grow(root);
  for (let step = 32, refused = 0; refused < 10; ) {
    const lists = new Map(nodesOf(root).map((node) => [node, node.selected.length]));
    for (let at = 0; at < step; at += 1) grow(random.pick(nodesOf(root)));
    if (allowed(written(root))) continue;
    for (const [node, length] of lists) node.selected.length = length;
    if (step > 1) step /= 2;
    else refused += 1;
  }
  return written(root);
}
