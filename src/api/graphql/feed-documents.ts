import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  print,
  type VariableDefinitionNode,
  visit,
} from 'graphql';
import { greatestCostOf } from './cost.ts';
import { variablesIn } from './documents.ts';
import { DOCUMENT_LIMITS, parseWithin } from './limits.ts';
import { type Listed, problemOf } from './persisted-list.ts';

/** A listed document that can be followed as a feed: its list, read in parts, with the event fields that feeds show. */
export interface FeedDocument {
  /** The name of its operation and of the feed. */
  name: string;
  document: DocumentNode;
  /** The variables of its list: the parameters of the feed. */
  variables: readonly VariableDefinitionNode[];
  /** The variable that takes the cursor of the next part. */
  after: string;
}

/** The arguments of the list that a feed keeps. Paging is left to the writer of the feed. */
const ARGUMENTS: readonly string[] = ['where', 'orderBy'];

/** Why most documents are not feeds. */
const NO_LIST = 'it is no query with a name and one connection of events at its root';

/** Events per part. */
const IN_PART = 100;

/** The maximum length of a name in characters, which keeps feed addresses short. */
const LONGEST_NAME = 100;

/** The feed name of a document, if it is a feed. */
export function feedNameOf(text: string): string | undefined {
  try {
    return getOperationAST(parseWithin(text))?.name?.value;
  } catch {
    // The document may be for another version of the schema, or not valid at all.
    return undefined;
  }
}

/**
 * The feed of a document, or the reason why it is not one. `fragments` include `PartOfFeed`, which selects what feeds show
 * of a connection of events.
 */
function feedDocumentOf(
  text: string,
  schema: GraphQLSchema,
  fragments: readonly FragmentDefinitionNode[],
): FeedDocument | string {
  const problem = problemOf({ from: '', text }, schema);
  if (problem) return problem;
  const listed = parse(text);
  const operation = getOperationAST(listed)!;
  const name = operation.name?.value;
  if (operation.operation !== 'query' || !name) return NO_LIST;
  if (name.length > LONGEST_NAME) return `its name has more than ${LONGEST_NAME} characters`;
  const [root, ...others] = operation.selectionSet.selections;
  if (root?.kind !== Kind.FIELD || root.name.value !== 'events' || others.length > 0) return NO_LIST;
  if (root.directives?.length) return 'a directive decides about its root';
  if (asksForViewer(listed)) return 'it asks what the viewer may do';
  const args = (root.arguments ?? []).filter((each) => ARGUMENTS.includes(each.name.value));
  const used = variablesIn(args);
  const variables = (operation.variableDefinitions ?? []).filter(({ variable }) => used.has(variable.name.value));
  let after = 'after';
  while (used.has(after)) after = `${after}_`;
  const document = listing({ name, args, variables, after }, fragments);
  return greatestCostOf(schema, document) > DOCUMENT_LIMITS.cost
    ? 'its list is too dear'
    : { name, document, variables, after };
}

function asksForViewer(document: DocumentNode) {
  let found = false;
  visit(document, {
    Field({ name }) {
      found ||= name.value.startsWith('viewer');
    },
  });
  return found;
}

interface Listing extends Pick<FeedDocument, 'name' | 'variables' | 'after'> {
  args: readonly ArgumentNode[];
}

/** The query that reads one part of the list. */
function listing(
  { name, args, variables, after }: Listing,
  fragments: readonly FragmentDefinitionNode[],
): DocumentNode {
  const [{ selectionSet, variableDefinitions = [] }] = parse(
    `query ($${after}: String) { events(first: ${IN_PART}, after: $${after}) { ...PartOfFeed } }`,
    { noLocation: true },
  ).definitions as [OperationDefinitionNode];
  const [field] = selectionSet.selections as [FieldNode];
  return {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: OperationTypeNode.QUERY,
        name: { kind: Kind.NAME, value: name },
        variableDefinitions: [...variables, ...variableDefinitions],
        selectionSet: { ...selectionSet, selections: [{ ...field, arguments: [...args, ...field.arguments!] }] },
      },
      ...fragments,
    ],
  };
}

/** The feeds among documents, by name, and the ambiguous names that several different feeds share. */
export function feedsAmong(
  texts: Iterable<string>,
  schema: GraphQLSchema,
  fragments: readonly FragmentDefinitionNode[],
): { feeds: ReadonlyMap<string, FeedDocument>; ambiguous: ReadonlySet<string> } {
  const feeds = new Map<string, FeedDocument>();
  const ambiguous = new Set<string>();
  for (const text of texts) {
    const feed = feedDocumentOf(text, schema, fragments);
    if (typeof feed === 'string') continue;
    const existing = feeds.get(feed.name);
    if (existing && print(existing.document) !== print(feed.document)) ambiguous.add(feed.name);
    feeds.set(feed.name, feed);
  }
  for (const name of ambiguous) feeds.delete(name);
  return { feeds, ambiguous };
}

/** For people: the feed addresses with their parameters, and why documents that look like feeds are not. */
export function describeFeeds(
  documents: readonly Listed[],
  schema: GraphQLSchema,
  fragments: readonly FragmentDefinitionNode[],
): string[] {
  const texts = documents.map(({ text }) => text);
  const { feeds, ambiguous } = feedsAmong(texts, schema, fragments);
  return [
    ...documents.flatMap(({ from, text }) => {
      const feed = feedDocumentOf(text, schema, fragments);
      return typeof feed !== 'string' || feed === NO_LIST ? [] : [`${from} is no feed: ${feed}.`];
    }),
    ...[...ambiguous].map((name) => `/feeds/${name}.ics is no feed: several lists have this name.`),
    ...[...feeds.values()].map(({ name, variables }) => {
      const parameters = variables.map(({ variable, type }) => `${variable.name.value}: ${print(type)}`);
      return `Feed: /feeds/${name}.ics${parameters.length ? ` (${parameters.join(', ')})` : ''}`;
    }),
  ];
}
