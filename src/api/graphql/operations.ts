import {
  type ASTNode,
  concatAST,
  type DocumentNode,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  Source,
  separateOperations,
  typeFromAST,
  validate,
} from 'graphql';
import { DomainError, type Problem, type ProblemCode, sumsUp } from '../../domain/errors.ts';
import { invalid } from '../../domain/fields/examine.ts';
import { isLanguage, type Language } from '../../domain/language.ts';
import { answerSchemaOf } from './answer-schema.ts';
import type { ResolverContext } from './context.ts';
import { combinesFilters, costOf, greatestCostOf } from './cost.ts';
import type { JsonSchema, Parameter } from './input-schema.ts';
import { countsOf, parseWithin, refuseBeyond, refuseLong } from './limits.ts';
import { type Places, placesOf } from './places.ts';
import { userErrorsOf } from './user-errors.ts';
import { refuseVariables } from './variables.ts';
import { compile } from './writer/compile.ts';
import type { FragmentCache } from './writer/fragment-cache.ts';

/** An operation of a folder: one of ours for assistants, or one of the operator. */
export interface Operation {
  name: string;
  /** What it is called and what it does, in a language, or else in English. Without a title, its name is the title. */
  describedIn(language: Language): Described;
  /** Whether it is a mutation. */
  writes: boolean;
  document: DocumentNode;
  /** The document as a client could send it. */
  text: string;
  parameters: readonly Parameter[];
  /** Its root field, the name that it has in answers of GraphQL, and what stands there. */
  root: string;
  key: string;
  type: GraphQLOutputType;
  /**
   * The value of its one root field, as JSON. `unknown` was sent besides `values`.
   * @throws DomainError if refused, whose problems name parameters
   */
  run(
    values: Readonly<Record<string, unknown>>,
    context: ResolverContext,
    unknown?: readonly Problem[],
  ): Promise<string>;
  /** The parameters that stand for the end of a path in an input, each with the rest of the path inside it. */
  parametersAt(path: readonly string[]): { name: string; inside: readonly string[] }[];
  /** The schema of what it answers; a bare one has only what clients of assistants check. */
  answerSchema(isBare?: boolean): JsonSchema;
}

/** A file with documents, and how messages name it. */
export interface DocumentFile {
  text: string;
  file: string;
}

interface OperationOptions {
  schema: GraphQLSchema;
  fragmentCache: FragmentCache;
  /** Whether messages may propose names of the schema. */
  introspection: boolean;
}

/** What else a name may not be, and what has it already. */
export type TakenBy = (name: string) => string | undefined;

/** Names that the address of an operation reads itself. */
const OF_ADDRESSES = /^_|^multilang_language$/;

/** What persisted documents are called. */
const HASH = /^(?:[\da-f]{32}|[\da-f]{64})$/i;

/** The maximum length of a name in characters, which keeps addresses short. */
const LONGEST_NAME = 100;

/**
 * Loads the operations of a folder, by name. Its files share their fragments.
 * @throws Error with one line, which begins with file and line, if one is not valid or beyond a limit
 */
export function loadOperations(
  files: readonly DocumentFile[],
  options: OperationOptions,
  takenBy: TakenBy = () => undefined,
): ReadonlyMap<string, Operation> {
  const all = located(() => concatAST(files.map(({ text, file }) => parse(new Source(text, file)))));
  const [invalid] = validate(options.schema, all, undefined, { maxErrors: 1 });
  if (invalid) throw located(invalid);
  const documents = separateOperations(all);
  const definitions = all.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  return new Map(
    definitions.map((definition) => {
      const name = definition.name?.value ?? '';
      const problem = problemWith(definition, name, takenBy);
      if (problem) throw at(definition, problem);
      try {
        return [name, operationOf(definition, documents[name]!, options)];
      } catch (error) {
        throw at(definition, (error as Error).message);
      }
    }),
  );
}

/** Why an operation of a valid document cannot be called by its name. */
function problemWith(definition: OperationDefinitionNode, name: string, takenBy: TakenBy): string | undefined {
  const { operation, selectionSet, variableDefinitions = [] } = definition;
  const [root, ...others] = selectionSet.selections;
  const reserved = variableDefinitions.find(({ variable }) => OF_ADDRESSES.test(variable.name.value));
  if (name === '') return 'an operation needs a name.';
  if (name.length > LONGEST_NAME) return `the name of an operation has ${LONGEST_NAME} characters at the most.`;
  if (HASH.test(name)) return `${name} looks like the hash of a document.`;
  const other = takenBy(name);
  if (other) return `${name} is the name of ${other}.`;
  if (operation === 'subscription') return `${name} is a subscription, which has no one answer.`;
  if (root?.kind !== Kind.FIELD || others.length > 0 || root.name.value.startsWith('__'))
    return `${name} must have one field at its root.`;
  return (
    reserved && `${name} has the variable ${reserved.variable.name.value}, which means something else in addresses.`
  );
}

function operationOf(
  definition: OperationDefinitionNode,
  document: DocumentNode,
  { schema, fragmentCache, introspection }: OperationOptions,
): Operation {
  const { variableDefinitions: variables = [], selectionSet, name, description } = definition;
  const [root] = selectionSet.selections;
  const text = print(document);
  refuseLong(text);
  refuseBeyond(countsOf(parseWithin(text)));
  refuseBeyond({ cost: greatestCostOf(schema, document) });
  const writes = definition.operation === 'mutation';
  const field = root?.kind === Kind.FIELD ? root : undefined;
  const key = (field?.alias ?? field?.name)?.value ?? '';
  const type = schema.getRootType(definition.operation)!.getFields()[field?.name.value ?? '']!.type;
  const compiled = compile(document, { schema, fragmentCache });
  const write = writes ? compiled.parts(key, () => true) : compiled.data();
  const isCounted = writes || combinesFilters(schema, document);
  const places = placesOf(document, schema);
  const parameters = variables.map((each) => ({
    name: each.variable.name.value,
    type: typeFromAST(schema, each.type) as GraphQLInputType,
    definition: each,
    description: each.description?.value ?? places.get(each.variable.name.value)?.[0]?.of.description ?? undefined,
  }));
  const types = new Map(parameters.map(({ name, type }) => [name, type]));
  const parametersAt: Operation['parametersAt'] = (path) => parametersIn(places, types, path);
  const described = descriptionsIn(description?.value);
  return {
    name: name!.value,
    describedIn: (language) => described[language] ?? described.en ?? { title: name!.value, text: '' },
    writes,
    document,
    text,
    parameters,
    root: field?.name.value ?? '',
    key,
    type,
    async run(values, context, unknown = []) {
      refuseVariables(values, { variables, schema, unknown, introspection });
      if (isCounted) refuseBeyond({ cost: costOf(schema, document, { variables: values }) });
      try {
        const written = await write(values, { ...context, throwsUserErrors: true });
        // A query is written with its root: {"key":…}.
        return typeof written === 'string' ? written.slice(key.length + 4, -1) : written[0]!;
      } catch (error) {
        throw renamed(error, parametersAt);
      }
    },
    parametersAt,
    answerSchema: (isBare) => answerSchemaOf(document, schema, isBare),
  };
}

/** The same error; if it has problems, they name parameters. */
export function renamed(error: unknown, parametersAt: Operation['parametersAt']): unknown {
  if (!(error instanceof DomainError) || error.problems.length === 0) return error;
  const problems = userErrorsOf(error, []).flatMap(({ path, code, message }): Problem[] => {
    const found = parametersAt(path);
    const named = found.length > 0 ? found : [{ name: path[0]!, inside: path.slice(1) }];
    const about = { code: sumsUp(error.code) ? (code.toLowerCase() as ProblemCode) : 'invalid', message } as const;
    return named.map(({ name, inside }) => ({ field: name, at: inside, ...about }));
  });
  const said = error.code === 'INVALID_FIELD' ? invalid(problems).said : error.said;
  return new DomainError(error.code, said, problems, error.facts);
}

/**
 * The parameters that stand for a path: those whose place in an input is part of the path, else all those that are parts of what it
 * names, else those that are whole inputs with such a member. Positions in lists do not count.
 */
export function parametersIn(
  places: Places,
  types: ReadonlyMap<string, GraphQLInputType>,
  path: readonly string[],
): ReturnType<Operation['parametersAt']> {
  const sought = path.filter((step) => !isPosition(step));
  let best = -1;
  let found: { name: string; inside: readonly string[] }[] = [];
  const take = (length: number, name: string, inside: readonly string[]): void => {
    if (length < best) return;
    if (length > best) found = [];
    best = length;
    if (!found.some((each) => each.name === name)) found.push({ name, inside });
  };
  for (const [name, uses] of places)
    for (const { steps } of uses)
      for (let from = 0; from <= steps.length; from += 1) {
        const end = steps.slice(from);
        const length = Math.min(end.length, sought.length);
        if (end.slice(0, length).some((step, index) => step !== sought[index])) continue;
        if (length > 0 || (end.length === 0 && hasMember(types.get(name), sought[0])))
          take(length, name, behind(path, length));
      }
  return found;
}

const isPosition = (step: string | undefined): boolean => /^\d+$/.test(step ?? '');

/** What follows so many names of a path. */
function behind(path: readonly string[], names: number): readonly string[] {
  let at = 0;
  for (let left = names; left > 0; at += 1) if (!isPosition(path[at])) left -= 1;
  return path.slice(at);
}

function hasMember(type: GraphQLInputType | undefined, member: string | undefined): boolean {
  const named = getNamedType(type);
  return member !== undefined && isInputObjectType(named) && member in named.getFields();
}

/** What an operation is called and what it does, in one language. */
interface Described {
  title: string;
  /** What its description says besides; it may have several lines. */
  text: string;
}

/**
 * A description in its languages: the first line of each is the title. A part that begins with `ko:` or `es:` is a translation, and
 * what stands before them is in English.
 */
export function descriptionsIn(description = ''): Partial<Record<Language, Described>> {
  const parts: Partial<Record<Language, string[]>> = {};
  let language: Language = 'en';
  for (const line of description.split('\n')) {
    const [, said, text] = /^\s*(\w\w):\s*(.*)$/.exec(line) ?? [];
    const begins = isLanguage(said);
    if (begins) language = said;
    parts[language] = [...(parts[language] ?? []), begins ? text! : line];
  }
  return Object.fromEntries(
    Object.entries(parts).flatMap(([each, [title = '', ...text]]) =>
      title.trim() === '' ? [] : [[each, { title: title.trim(), text: text.join('\n').trim() }]],
    ),
  );
}

const at = (node: ASTNode, problem: string): Error =>
  new Error(`${node.loc!.source.name}:${node.loc!.startToken.line}: ${problem}`);

/** The error of a document in one line, with its file and line. */
function located(error: GraphQLError): Error;
function located<T>(make: () => T): T;
function located<T>(given: GraphQLError | (() => T)): T | Error {
  if (given instanceof GraphQLError) {
    const { source, locations, message } = given;
    return new Error(`${source?.name}:${locations?.[0]?.line}: ${message}`);
  }
  try {
    return given();
  } catch (error) {
    throw error instanceof GraphQLError ? located(error) : error;
  }
}
