import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputObjectType,
  GraphQLObjectType,
  getNamedType,
  isEnumType,
} from 'graphql';
import { schema } from '../../src/api/graphql/schema.ts';
import { ONLY_OF_PAGES } from '../../src/kinds/term/where-fields.ts';
import { printedOpenApi } from './openapi.ts';
import type { Sample } from './sample.ts';
import { FIELD_VALUES, INPUTS, PARAMETER_VALUES } from './values.ts';

/** A request to one of the two APIs. */
export interface Operation {
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** Whether it is sent as the administrator, instead of anonymously. */
  asAdministrator: boolean;
  body?: unknown;
}

const REST = '/wp-json/calendar/events/v1';

type Field = GraphQLField<unknown, unknown>;

const graphql = (name: string, query: string, asAdministrator = false): Operation => ({
  ...{ name, method: 'POST', path: '/graphql', asAdministrator },
  body: { query },
});

const isConnection = ({ type }: Field): boolean => getNamedType(type).name.endsWith('Connection');

/** The value for an argument or input field. @throws if the table has none, so that you add it there */
function valueFor(owner: string, name: string, sample: Sample): string {
  const value = FIELD_VALUES[`${owner}.${name}`] ?? FIELD_VALUES[name];
  if (value === undefined) throw new Error(`bench/statements/values.ts has no value for ${owner}.${name}`);
  return typeof value === 'function' ? value(sample, owner) : value;
}

const argument = ({ args }: Field, name: string): GraphQLArgument | undefined =>
  args.find((each) => each.name === name);

/** Arguments of a connection: each filter, and each order in both directions. */
function argumentsOf(field: Field, sample: Sample): string[] {
  const all = ['', 'last: 10'];
  const where = argument(field, 'where');
  if (where) {
    const type = getNamedType(where.type) as GraphQLInputObjectType;
    const filters = Object.keys(type.getFields()).map((name) => `${name}: ${valueFor(type.name, name, sample)}`);
    all.push(...filters.map((filter) => `where: { ${filter} }`));
  }
  const orderBy = argument(field, 'orderBy');
  if (orderBy) {
    const type = (getNamedType(orderBy.type) as GraphQLInputObjectType).getFields().field!.type;
    const names = getNamedType(type);
    if (!isEnumType(names)) throw new Error(`${names} is no enum`);
    for (const { name } of names.getValues().filter(({ value }) => ![...ONLY_OF_PAGES, 'day'].includes(value)))
      for (const direction of ['ASC', 'DESC']) {
        const needs = FIELD_VALUES[`where for ${name}`] as ((sample: Sample) => string) | undefined;
        all.push(`orderBy: { field: ${name}, direction: ${direction} }${needs ? `, where: ${needs(sample)}` : ''}`);
      }
  }
  return all;
}

const hasTotal = (field: Field): boolean => 'totalCount' in (getNamedType(field.type) as GraphQLObjectType).getFields();

function connectionOperations(field: Field, sample: Sample): Operation[] {
  const { name } = field;
  const own = argument(field, 'query') ? 'query: "market", ' : '';
  const shown = `${hasTotal(field) ? 'totalCount ' : ''}edges { cursor } pageInfo { hasNextPage hasPreviousPage }`;
  return argumentsOf(field, sample)
    .filter((args) => !args.startsWith('last') || argument(field, 'last'))
    .flatMap((args) =>
      [false, true].map((asAdministrator) => {
        const text = `{ ${name}(${own}${args.includes('last') ? '' : 'first: 10, '}${args}) { ${shown} } }`;
        return graphql(`${asAdministrator ? 'administrator: ' : ''}${text}`, text, asAdministrator);
      }),
    );
}

/** Nested connections and lists, below a list of their objects. */
function nestedOperations(sample: Sample): Operation[] {
  const lists = ['events', 'venues', 'organizers', 'categories', 'tags'];
  const queries = schema.getQueryType()!.getFields();
  return lists.flatMap((list) => {
    const type = getNamedType(queries[list]!.type) as GraphQLObjectType;
    const node = getNamedType(type.getFields().nodes!.type) as GraphQLObjectType;
    return Object.values(node.getFields()).flatMap((field) => {
      const inner = getNamedType(field.type);
      if (!(inner instanceof GraphQLObjectType)) return [];
      if (isConnection(field))
        return argumentsOf(field, sample)
          .filter((args) => !/field: (DISTANCE|RELEVANCE)/.test(args))
          .map((args) => {
            const text = `{ ${list}(first: 10) { nodes { ${field.name}(${args.startsWith('last') ? '' : 'first: 5, '}${args}) { totalCount edges { cursor } } } } }`;
            return graphql(text, text);
          });
      const [leaf] = Object.values(inner.getFields()).filter(
        (each) => each.args.length === 0 && getNamedType(each.type).name.match(/^(Int|String|ID|Boolean)$/),
      );
      const needed = field.args.filter((arg) => String(arg.type).endsWith('!'));
      if (!leaf || needed.length > 0) return [];
      const text = `{ ${list}(first: 10) { nodes { ${field.name} { ${leaf.name} } } } }`;
      return [graphql(text, text)];
    });
  });
}

/** Single reads, and lists that are not connections. Lists that REST uses are covered by its operations. */
function readOperations(sample: Sample): Operation[] {
  return Object.values(schema.getQueryType()!.getFields())
    .filter((field) => !isConnection(field) && !field.name.endsWith('Page'))
    .flatMap((field) => {
      const args = field.args
        .filter(({ name }) => name !== 'language')
        .map(({ name }) => `${name}: ${valueFor(field.name, name, sample)}`);
      const text = `{ ${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''} { __typename } }`;
      return [graphql(text, text)];
    });
}

/** Each mutation: creations come first, deletions last. */
function mutationOperations(sample: Sample): Operation[] {
  return Object.keys(schema.getMutationType()!.getFields()).map((name) => {
    const input = INPUTS[name];
    if (input === undefined) throw new Error(`bench/statements/values.ts has no input for ${name}`);
    const text = `mutation { ${name}(input: { ${input(sample)} }) { __typename ${/s$/.test(name) && name.endsWith('Events') ? '' : 'userErrors { message }'} } }`;
    return graphql(text, text, true);
  });
}

/** The end of a feed's path, in one of its forms. */
const FORM = '.ics';

/** The path of the events of a range. */
const RANGE = '/events.fullcalendar.json';

/**
 * Each REST list with each of its parameters, each record, and each feed. Two leave out filters that are covered elsewhere:
 * feeds by slug and in other forms, which run like these, and the export, which reads events like connections. One filter has later pages.
 */
function restOperations(sample: Sample): Operation[] {
  const all = printedOpenApi().filter(({ path }) => !/\.(?:rss|feed\.json)$/.test(path));
  const filters = all.find(({ path }) => path === '/events')!.parameters;
  return all.flatMap(({ path, parameters }) => {
    // Every feed takes the parameters of events.
    const isRange = path === RANGE;
    const [of, listed] = path.endsWith(FORM) || isRange ? [path.replace(FORM, ''), '/events'] : [path, path];
    const record = (name: string): string => PARAMETER_VALUES[`${name} ${of}`]!(sample)[0]!;
    const named = path.replace('{id}', () => record('id')).replace('{slug}', () => record('slug'));
    // What the path cannot be asked without.
    const needed = isRange ? ['start=2026-06-01&end=2027-06-01'] : [];
    const at = `${REST}${named}`;
    const isCoveredElsewhere = (name: string): boolean =>
      (path.includes('by-slug') && path.endsWith(FORM)) ||
      (path === '/export.jsonl' && name !== 'modified_after' && filters.includes(name));
    const names = parameters.filter((name) => !isCoveredElsewhere(name));
    const queries = names.flatMap((name) => {
      const values = PARAMETER_VALUES[`${name} ${listed}`] ?? PARAMETER_VALUES[name];
      if (!values) throw new Error(`bench/statements/values.ts has no value for ${name} of ${path}`);
      return values(sample).map((value) => (value.includes('=') ? value : `${name}=${encodeURIComponent(value)}`));
    });
    const asked = ['', ...queries].map((query) => [...needed, query].filter(Boolean).join('&'));
    return [...new Set(asked.map((query) => query && `?${query}`))].flatMap((query) =>
      [false, true].map(
        (asAdministrator): Operation => ({
          ...{ method: 'GET', path: `${at}${query}`, asAdministrator },
          name: `${asAdministrator ? 'administrator: ' : ''}GET ${path}${query}`,
        }),
      ),
    );
  });
}

/** The views of all events, and of the events of a record. */
const VIEWS = [
  ...['', 'featured/', 'past/', 'month/', 'month/2020-01/', 'today/', '2020-01-01/', '?s=music', 'month/?s=music'],
  ...['?tribe-bar-date=2020-01-01', '?eventDisplay=past&featured=1'],
];

/** Each page of a record with its views, and the redirects from former slugs. */
const pageOperations = ({ slugs }: Sample): Operation[] =>
  [
    '/',
    '/?post_type=tribe_events&ical=1&eventDisplay=past',
    ...VIEWS.map((view) => `/events/${view}`),
    ...Object.entries(slugs).flatMap(([kind, slug]) => [
      ...(kind === 'event' ? [''] : VIEWS).map((view) => `/${kind}/${slug}/${view}`),
      `/${kind}/a-slug-of-before`,
    ]),
  ].map((path) => ({
    ...{ name: `page ${path}`, method: 'GET' as const, path, asAdministrator: false },
  }));

/** All operations of both APIs, derived from their schemas. Reads come first. */
export function operationsOf(sample: Sample): Operation[] {
  const connections = Object.values(schema.getQueryType()!.getFields()).filter(isConnection);
  return [
    ...restOperations(sample),
    ...connections.flatMap((field) => connectionOperations(field, sample)),
    ...nestedOperations(sample),
    ...readOperations(sample),
    ...pageOperations(sample),
    ...mutationOperations(sample),
  ];
}
