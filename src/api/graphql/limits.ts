import { type DocumentNode, Kind, parse, type SelectionSetNode, visit } from 'graphql';
import { DomainError } from '../../domain/errors.ts';
import { message } from '../../domain/message.ts';

/** The maximum size of a document, in bytes. */
const MAX_DOCUMENT_BYTES = 64 * 1024;

/** The maximum number of tokens in a document, without comments. */
const MAX_TOKENS = 2000;

/** Limits on whatever makes a request expensive to validate or run. Its size bounds the rest. */
export const DOCUMENT_LIMITS = {
  /** Nesting of braces and brackets in the document. */
  depth: 20,
  rootFields: 50,
  aliases: 200,
  directives: 50,
  /** Aliases of and below `__schema` and `__type`, because introspection does not count as cost. */
  introspectionAliases: 10,
  /** Strings, numbers, lists and objects in all variables together. */
  variableValues: 10_000,
  /** Keys of one object in variables: each wrong key is reported along with all others. */
  variableKeys: 100,
  cost: 10_000,
} as const;

type Counted = keyof typeof DOCUMENT_LIMITS;

const COUNTED_WORDS: Record<Counted, string> = {
  depth: 'levels',
  rootFields: 'fields at its root',
  aliases: 'aliases',
  directives: 'directives',
  introspectionAliases: 'aliases in introspection',
  variableValues: 'values in its variables',
  variableKeys: 'keys in one variable',
  cost: 'points of cost',
};

/** @throws TOO_LARGE if the text is longer than a document may be */
export function refuseLong(source: string): void {
  if (Buffer.byteLength(source) > MAX_DOCUMENT_BYTES)
    throw new DomainError('TOO_LARGE', message('A document may have {0} bytes at the most.', MAX_DOCUMENT_BYTES));
}

/** The parser of graphql-js, which stops at the token limit. */
export const parseWithin: typeof parse = (source, options) => parse(source, { ...options, maxTokens: MAX_TOKENS });

/** @throws QUERY_TOO_COMPLEX with the count and its limit */
export function refuseBeyond(counts: Partial<Record<Counted, number>>): void {
  for (const [what, count] of Object.entries(counts) as [Counted, number][]) {
    const limit = DOCUMENT_LIMITS[what];
    if (count <= limit) continue;
    const word = { word: COUNTED_WORDS[what] };
    const said = message('A request may have {0} {1} at the most; this one has {2}.', limit, word, count);
    throw new DomainError('QUERY_TOO_COMPLEX', said, [], { [what]: count, limit });
  }
}

/** Counts the values and keys in the variables of a request. */
export function variableCountsOf(variables: unknown): Pick<Record<Counted, number>, 'variableValues' | 'variableKeys'> {
  const counts = { variableValues: 0, variableKeys: 0 };
  // No recursion: JSON can be nested deeper than the stack.
  for (const left = [variables]; left.length > 0; counts.variableValues += 1) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    const inner = Object.values(value);
    if (!Array.isArray(value)) counts.variableKeys = Math.max(counts.variableKeys, inner.length);
    for (const each of inner) left.push(each);
  }
  return counts;
}

/** Counts everything in a document that does not need the schema. */
export function countsOf(
  document: DocumentNode,
): Omit<Record<Counted, number>, 'cost' | 'variableValues' | 'variableKeys'> {
  const counts = { depth: 0, rootFields: 0, aliases: 0, directives: 0, introspectionAliases: 0 };
  let depth = 0;
  let introspection = 0;
  const level = {
    enter: () => {
      depth += 1;
      counts.depth = Math.max(counts.depth, depth);
    },
    leave: () => {
      depth -= 1;
    },
  };
  visit(document, {
    SelectionSet: level,
    ListValue: level,
    ObjectValue: level,
    ListType: level,
    Directive: () => {
      counts.directives += 1;
    },
    OperationDefinition: ({ selectionSet }) => {
      counts.rootFields += fieldsAtTop(selectionSet);
    },
    FragmentDefinition: {
      enter({ typeCondition, selectionSet }) {
        if (ROOT_TYPES.has(typeCondition.name.value)) counts.rootFields += fieldsAtTop(selectionSet);
        if (typeCondition.name.value.startsWith('__')) introspection += 1;
      },
      leave({ typeCondition }) {
        if (typeCondition.name.value.startsWith('__')) introspection -= 1;
      },
    },
    Field: {
      enter({ name, alias }) {
        if (INTROSPECTION.has(name.value)) introspection += 1;
        if (!alias) return;
        counts.aliases += 1;
        if (introspection > 0) counts.introspectionAliases += 1;
      },
      leave({ name }) {
        if (INTROSPECTION.has(name.value)) introspection -= 1;
      },
    },
  });
  return counts;
}

const ROOT_TYPES = new Set(['Query', 'Mutation', 'Subscription']);
const INTROSPECTION = new Set(['__schema', '__type']);

/** Fields of named fragments are counted at the fragment definition. */
const fieldsAtTop = ({ selections }: SelectionSetNode): number =>
  selections.reduce((sum, selection) => {
    if (selection.kind === Kind.FIELD) return sum + 1;
    return selection.kind === Kind.INLINE_FRAGMENT ? sum + fieldsAtTop(selection.selectionSet) : sum;
  }, 0);
