import { type DocumentNode, Kind, parse, type SelectionSetNode, visit } from 'graphql';
import { DomainError } from '../errors.ts';

/** Bytes that the text of a document may have. */
export const MAX_DOCUMENT_BYTES = 64 * 1024;

/** Tokens that a document may have, comments left out. */
export const MAX_TOKENS = 2000;

/** How much a request may have of what makes it dear to validate or to run. Its size bounds all the rest. */
export const LIMITS = {
  /** Levels of braces and brackets, in the text of the document. */
  depth: 20,
  rootFields: 50,
  aliases: 200,
  directives: 50,
  /** Aliases below `__schema` and `__type`, and of these: what they show is not counted as cost. */
  introspectionAliases: 10,
  /** Texts, numbers, lists and objects in all variables together. */
  variableValues: 10_000,
  /** Keys of one object in variables: every wrong one is told together with all others. */
  variableKeys: 100,
  cost: 10_000,
} as const;

export type Counted = keyof typeof LIMITS;

const WORDS: Record<Counted, string> = {
  depth: 'levels',
  rootFields: 'fields at its root',
  aliases: 'aliases',
  directives: 'directives',
  introspectionAliases: 'aliases in introspection',
  variableValues: 'values in its variables',
  variableKeys: 'keys in one variable',
  cost: 'points of cost',
};

/** @throws TOO_LARGE for a text that is longer than a document may be */
export function refuseLong(source: string): void {
  if (Buffer.byteLength(source) > MAX_DOCUMENT_BYTES)
    throw new DomainError('TOO_LARGE', `A document may have ${MAX_DOCUMENT_BYTES} bytes at the most.`);
}

/** The parser of graphql-js, which gives up after so many tokens. */
export const parseWithin: typeof parse = (source, options) => parse(source, { ...options, maxTokens: MAX_TOKENS });

/** @throws QUERY_TOO_COMPLEX with what was counted and its limit */
export function refuseBeyond(counts: Partial<Record<Counted, number>>): void {
  for (const [what, count] of Object.entries(counts) as [Counted, number][]) {
    const limit = LIMITS[what];
    if (count <= limit) continue;
    const message = `A request may have ${limit} ${WORDS[what]} at the most; this one has ${count}.`;
    throw new DomainError('QUERY_TOO_COMPLEX', message, [], { [what]: count, limit });
  }
}

/** What the variables of a request have. */
export function variableCountsOf(variables: unknown): Pick<Record<Counted, number>, 'variableValues' | 'variableKeys'> {
  const counts = { variableValues: 0, variableKeys: 0 };
  // Not by recursion: JSON may be nested deeper than a stack.
  for (const left = [variables]; left.length > 0; counts.variableValues += 1) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    const inner = Object.values(value);
    if (!Array.isArray(value)) counts.variableKeys = Math.max(counts.variableKeys, inner.length);
    for (const each of inner) left.push(each);
  }
  return counts;
}

/** What a document has of everything that can be counted without knowing the schema. */
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

const ROOT_TYPES = new Set(['Query', 'Mutation']);
const INTROSPECTION = new Set(['__schema', '__type']);

/** Those of named fragments are counted where the fragment stands. */
const fieldsAtTop = ({ selections }: SelectionSetNode): number =>
  selections.reduce((sum, selection) => {
    if (selection.kind === Kind.FIELD) return sum + 1;
    return selection.kind === Kind.INLINE_FRAGMENT ? sum + fieldsAtTop(selection.selectionSet) : sum;
  }, 0);
