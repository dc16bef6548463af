import {
  type DocumentNode,
  extendSchema,
  type GraphQLInterfaceType,
  type GraphQLSchema,
  type GraphQLUnionType,
  Kind,
  parse,
  type TypeNode,
} from 'graphql';
import { invalidField } from '../../domain/fields/examine.ts';
import { once } from '../../domain/once-for.ts';
import type { ResolverContext } from './context.ts';
import { COSTS } from './costs.ts';
import { readNode, resolveType } from './node.ts';
import { printSorted } from './schema.ts';

/**
 * The maximum number of entities per request: the one list that may be longer than others, because a gateway asks for all
 * records of its own list at once. The limits of cost and of values in variables still hold.
 */
const MOST_ENTITIES = 1_000;

/** What the schema says to composition. `@oneOf` is not in every version of GraphQL, so composition must be told of it. */
const DECLARED = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable", "@inaccessible"])

directive @oneOf on INPUT_OBJECT

`;

/** Types that other subgraphs are likely to have too. */
const SHARED: ReadonlySet<string> = new Set(['Image', 'PageInfo', 'User']);

/** Root fields that only know our ids. Another subgraph may have its own, and clients of the gateway see neither. */
const INSIDE = /^ {2}nodes?\(.*?^ {2}\): \S+$/gms;

/** Addresses of pages in a language. A key may have no arguments. */
const SPOKEN_URL = /^ {2}url\(\n[^)]*\blanguage: Language\n {2}\): Url!/gm;

const ADDED = (entities: string) => `
  "A record by its type and a key, as gateways send it: \`__typename\` with \`id\` or \`url\`, also a former one."
  scalar _Any
  "A record that other subgraphs can extend."
  union _Entity = ${entities}
  "This service, as a part of a larger graph."
  type _Service {
    "The schema with the directives of federation."
    sdl: String!
  }
  extend type Query {
    "For gateways: the schema of this service."
    _service: _Service!
    "For gateways: the records with these keys, in the same order; null if there is none that the caller may see. At most ${MOST_ENTITIES}."
    _entities(representations: [_Any!]!): [_Entity]!
  }`;

/** The schema as a subgraph of Apollo Federation 2: https://specs.apollo.dev/federation/v2.3 */
export function federated(schema: GraphQLSchema): GraphQLSchema {
  const entities = schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType).join(' | ');
  const subgraph = extendSchema(schema, parse(ADDED(entities)));
  const sdl = once(() => ({ sdl: subgraphText() }));
  const { _service, _entities } = subgraph.getQueryType()!.getFields();
  Object.assign(_service!, { resolve: sdl, extensions: { complexity: COSTS.introspection } });
  Object.assign(_entities!, {
    resolve: (_: unknown, { representations }: Representations, ctx: ResolverContext) => {
      if (representations.length > MOST_ENTITIES)
        throw invalidField('representations', 'too_many_items', 'Must not be more than {0} values.', MOST_ENTITIES);
      return representations.map((each) => entityOf(each, ctx));
    },
    extensions: {
      complexity: ({ representations }: Representations) => ({
        field: COSTS.entity * representations.length,
        types: representations.map((each) => Object(each).__typename),
      }),
    },
  });
  (subgraph.getType('_Entity') as GraphQLUnionType).resolveType = resolveType as GraphQLUnionType['resolveType'];
  return subgraph;
}

interface Representations {
  representations: readonly unknown[];
}

/** Null also if the record has another type, and for what is no representation. */
async function entityOf(representation: unknown, ctx: ResolverContext) {
  const { __typename, id, url } = Object(representation) as Record<string, unknown>;
  const ref = typeof id === 'string' ? { id } : typeof url === 'string' ? { url } : undefined;
  const record = ref ? await readNode(ref, ctx) : null;
  return record && resolveType(record) === __typename ? record : null;
}

/** The schema with directives that say what other subgraphs may share and extend. */
const subgraphText = () =>
  DECLARED +
  printSorted()
    .replace(/^type (\w+)([^{\n]*)/gm, (start, name, interfaces) => {
      const keys = [/\bNode\b/.test(interfaces) && 'id', /\bNodeWithTitle\b/.test(interfaces) && 'url'];
      const marks = keys.map((key) => (key ? `@key(fields: "${key}") ` : '')).join('');
      return `${start}${marks}${SHARED.has(name) ? '@shareable ' : ''}`;
    })
    .replace(SPOKEN_URL, '  url: Url!')
    .replace(INSIDE, '$& @shareable @inaccessible');

/** The variables without lists of representations, which their field limits itself. */
export function withoutRepresentations(
  { definitions }: DocumentNode,
  variables: Readonly<Record<string, unknown>> | null | undefined,
): Record<string, unknown> {
  const others = { ...variables };
  for (const definition of definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const { variable, type } of definition.variableDefinitions ?? [])
      if (namedIn(type) === '_Any') delete others[variable.name.value];
  }
  return others;
}

const namedIn = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : namedIn(type.type));
