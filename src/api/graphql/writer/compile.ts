import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  getNullableType,
  getOperationAST,
  getVariableValues,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { ResolverContext } from '../context.ts';
import { variablesIn } from '../documents.ts';
import { fieldsOf, fragmentsOf } from './fields.ts';
import type { FragmentCache } from './fragment-cache.ts';
import { mapped } from './mapped.ts';
import { type Member, objectOf, type Run, type Variables, type Write } from './member.ts';
import { isEmpty, type Shape, shapeOf } from './shape.ts';
import { createShared, type SourceEvent } from './shared-events.ts';
import { after, each, type Soon } from './waiting.ts';

/** Runs an operation and returns JSON texts. @throws the first error of a resolver, unchanged */
export type WriteOperation<T> = (variables: Variables, context: ResolverContext) => Promise<T>;

/** A compiled document: functions that run the resolvers of the schema and write the results. */
export interface Compiled {
  /** Writes the whole selection. */
  data(): WriteOperation<string>;
  /**
   * Runs the one field with the key `at`, at the root or inside the one field there, and writes its members to several
   * objects: `which` says what each contains. Each is null if the field is null.
   */
  parts(at: string, ...which: ((key: string) => boolean)[]): WriteOperation<string[]>;
  /** Does this for each event of a subscription, whose only field it is, with the context of the event. */
  events(...which: ((key: string) => boolean)[]): FollowOperation;
}

/** Follows a subscription and yields JSON texts for each event. @throws the errors of its resolver, even after the start */
type FollowOperation = (variables: Variables, context: ResolverContext) => Promise<AsyncIterable<string[]>>;

interface CompileOptions {
  schema: GraphQLSchema;
  fragmentCache: FragmentCache;
  /** How values are written. */
  json?: (value: unknown) => string;
}

/** Resolvers of this schema use only their arguments, not the selection. */
const NO_INFO = new Proxy({} as GraphQLResolveInfo, {
  get(_, name) {
    throw new Error(`A resolver looks at ${String(name)} of its info, which the writer does not have.`);
  },
});

/**
 * Compiles the one operation of a valid document. Members are in GraphQL order and follow the directives of `shape.ts`.
 * @throws Error for unsupported selections: `@include` or `@skip` by variable, abstract types, and introspection
 */
export function compile(
  document: DocumentNode,
  { schema, fragmentCache, json = JSON.stringify }: CompileOptions,
): Compiled {
  const fragments = fragmentsOf(document);
  const operation = getOperationAST(document)!;
  const root = schema.getRootType(operation.operation)!;
  const rootFields = fieldsOf([operation.selectionSet], root, { schema, fragments });

  function writeObject(type: GraphQLObjectType, fields: ReadonlyMap<string, readonly FieldNode[]>): Write {
    const members = membersOf(
      [...fields].map(([key, nodes]) => ({ name: shapeOf(nodes).key?.name ?? key, nodes })),
      type,
    );
    return fragmentCache.keeping(members, writeAll(members, objectOf));
  }

  /** The members of an object. Those whose names begin with the same word and a dot are one member, which holds them. */
  function membersOf(fields: readonly Selected[], type: GraphQLObjectType): Member[] {
    const groups = new Map<unknown, Selected[]>();
    for (const field of fields) {
      const [first, inner] = split(field.name);
      const group = inner === undefined ? field : first;
      groups.set(group, [...(groups.get(group) ?? []), field]);
    }
    return [...groups].map(([group, inside]) =>
      typeof group === 'string' ? groupOf(group, inside, type) : memberOf(inside[0]!, type),
    );
  }

  function groupOf(name: string, fields: readonly Selected[], type: GraphQLObjectType): Member {
    const inside = fields.map(({ name: each, nodes }) => ({ name: split(each)[1]!, nodes }));
    const isList = inside.every((each) => /^\d+(?:\.|$)/.test(each.name));
    const write = writeAll(membersOf(inside, type), (texts) => {
      const shown = texts.filter((text) => text !== '');
      if (shown.length === 0) return '';
      return (
        startOf(name) +
        (isList ? `[${shown.map((text) => text.slice(text.indexOf(':') + 1)).join()}]` : objectOf(shown))
      );
    });
    return { read: (source) => source, write };
  }

  const startOf = (name: string) => `${json(name)}:`;

  function memberOf({ name: shownAs, nodes }: Selected, parent: GraphQLObjectType): Member {
    const [node] = nodes as [FieldNode];
    const name = node.name.value;
    const shape = shapeOf(nodes);
    const start = startOf(shownAs);
    if (shape.constant) return constant(start + json(shape.constant.value));
    if (name === '__typename' && shape.address)
      return { read: () => undefined, write: (_, run) => start + json(addressOf(shape.address!, '', run)) };
    if (name === '__typename') return constant(start + json(parent.name));
    const field = fieldOf(parent, name);
    const write = writeValue(field.type, { nodes, shape, place: `${parent.name}.${name}` });
    const { ifEmpty } = shape;
    const blank = ifEmpty && (ifEmpty.show === undefined ? '' : start + json(ifEmpty.show));
    return {
      read: readerOf(field, node),
      write: (value, run) =>
        blank !== undefined && isEmpty(value)
          ? blank
          : after(write(value, run), (text) => start + (shape.list ? `[${text}]` : text)),
    };
  }

  interface Place {
    nodes: readonly FieldNode[];
    shape: Shape;
    /** For errors: `Venue.name`. */
    place: string;
  }

  function writeValue(type: GraphQLOutputType, at: Place): Write {
    if (!isNonNullType(type)) return orNull(writePresent(type, at));
    const write = writePresent(type.ofType, at);
    return (value, run) => {
      if (value === undefined || value === null)
        throw new Error(`Cannot return null for non-nullable field ${at.place}.`);
      return write(value, run);
    };
  }

  function writePresent(type: GraphQLOutputType, { nodes, shape, place }: Place): Write {
    if (isListType(type)) {
      const { only } = shape;
      const write = writeValue(type.ofType, { nodes, shape: only ? { only } : {}, place });
      const writeOne: Write = (value, run) => after(value, (one) => write(one, run));
      return (value, run) => {
        const items = Array.isArray(value) ? (value as unknown[]) : Array.from(value as Iterable<unknown>);
        if (shape.single && items.length === 1) return writeOne(items[0], run);
        return after(
          each(items, (item) => writeOne(item, run)),
          (texts) => `[${texts.join()}]`,
        );
      };
    }
    if (isLeafType(type)) {
      return (value, run) => {
        const shown = type.serialize(value);
        if (shown === undefined || shown === null) throw new Error(`${place} gives what is no ${type.name}.`);
        if (shape.address) return json(addressOf(shape.address, String(shown), run));
        if (shape.iso) return json(String(shown).replace(' ', 'T'));
        return json(shape.text ? String(shown) : shape.lower ? String(shown).toLowerCase() : shown);
      };
    }
    if (!isObjectType(type)) throw new Error(`${place} is of the abstract type ${type}.`);
    const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const fields = fieldsOf(below, type, { schema, fragments });
    if (!shape.only) return writeObject(type, fields);
    const members = [...fields].map(([name, each]) => memberOf({ name, nodes: each }, type));
    return writeAll(members, ([text = '']) => text.slice(text.indexOf(':') + 1));
  }

  const coerced = (variables: Variables): Variables => {
    const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
    if (errors) throw errors[0];
    return coerced;
  };

  /** Writes a value as several objects; `which` says what each contains. */
  function writeParts(
    type: GraphQLObjectType,
    fields: ReadonlyMap<string, readonly FieldNode[]>,
    which: readonly ((key: string) => boolean)[],
  ): (value: unknown, run: Run) => Soon<string[]> {
    const writes = which.map((is) => writeObject(type, new Map([...fields].filter(([key]) => is(key)))));
    return (value, run) =>
      value === undefined || value === null ? which.map(() => 'null') : each(writes, (write) => write(value, run));
  }

  function below(nodes: readonly FieldNode[], field: GraphQLField<unknown, unknown>) {
    const type = getNullableType(field.type) as GraphQLObjectType;
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    return { type, fields: fieldsOf(sets, type, { schema, fragments }) };
  }

  return {
    data() {
      if (operation.operation !== 'query') throw new Error('Only queries are written as a whole.');
      const write = writeObject(root, rootFields);
      return async (variables: Variables, context: ResolverContext) =>
        write({}, { context, variables: coerced(variables) });
    },
    parts(at, ...which) {
      const reads: Member['read'][] = [];
      let place = { type: root, fields: rootFields };
      for (let key: string | undefined; key !== at; ) {
        const [[found, nodes] = []] = place.fields;
        if (!nodes) throw new Error(`Nothing is selected as ${at}.`);
        const field = fieldOf(place.type, nodes[0]!.name.value);
        reads.push(readerOf(field, nodes[0]!));
        place = below(nodes, field);
        key = found;
      }
      const write = writeParts(place.type, place.fields, which);
      return async (variables, context) => {
        const run = { context, variables: coerced(variables) };
        let found: unknown = {};
        for (const read of reads) found = await read(found, run);
        return write(found, run);
      };
    },
    events(...which) {
      const [nodes] = rootFields.values();
      const field = fieldOf(root, nodes![0]!.name.value);
      const { type, fields } = below(nodes!, field);
      const subscribe = readerOf({ ...field, resolve: field.subscribe! }, nodes![0]!);
      const read = readerOf(field, nodes![0]!);
      const write = writeParts(type, fields, which);
      const written = createShared<string[]>();
      return async (variables, context) => {
        const values = coerced(variables);
        const source = (await subscribe({}, { context, variables: values })) as AsyncIterable<SourceEvent>;
        return mapped(source, async (event) => {
          return written(event, context, async () => {
            const run = { context: event.context(), variables: values };
            return write(await read(event, run), run);
          });
        });
      };
    },
  };
}

/** A selected field, and the name that its member has. */
interface Selected {
  name: string;
  nodes: readonly FieldNode[];
}

/** What stands before the first dot of a name, and what behind it. */
function split(name: string): [first: string, inner?: string] {
  const at = name.indexOf('.');
  return at < 0 ? [name] : [name.slice(0, at), name.slice(at + 1)];
}

const addressOf = ({ path }: { path: string }, value: string, { context }: Run) =>
  context.links.restRoot + path.replace('*', () => value);

/** Writes all members of an object, and joins them. */
const writeAll =
  (members: readonly Member[], join: (texts: string[]) => string): Write =>
  (source, run) =>
    after(
      each(members, (member) => after(member.read(source, run), (value) => member.write(value, run))),
      join,
    );

const constant = (text: string): Member => ({ read: () => undefined, write: () => text });

const orNull =
  (write: Write): Write =>
  (value, run) =>
    value === undefined || value === null ? 'null' : write(value, run);

function fieldOf(type: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> {
  const field = type.getFields()[name];
  if (!field) throw new Error(`${type.name}.${name} speaks of the schema itself.`);
  return field;
}

/** Calls the resolver of a field with its arguments. Arguments without variables are read once. */
function readerOf(field: GraphQLField<unknown, unknown>, node: FieldNode): Member['read'] {
  const { name } = field;
  const resolve = field.resolve ?? ((source: unknown) => (source as Record<string, unknown>)[name]);
  if (variablesIn(node.arguments ?? []).size > 0) {
    return (source, { context, variables }) =>
      given(resolve(source, getArgumentValues(field, node, variables), context, NO_INFO));
  }
  const args = getArgumentValues(field, node);
  return (source, { context }) => given(resolve(source, args, context, NO_INFO));
}

/** Throws an error that a resolver returned. */
function given(value: unknown) {
  if (value instanceof Error) throw value;
  return value;
}
