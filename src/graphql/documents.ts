import { type DocumentNode, type GraphQLSchema, parse, separateOperations, validate } from 'graphql';
import { DomainError, type ErrorCode, type Problem } from '../errors.ts';
import type { ResolverContext } from './context.ts';
import type { GraphqlServer } from './server.ts';

/**
 * The operations of the documents that another door runs, by name, each with the fragments it uses.
 * @throws when one is not valid against the schema
 */
export function loadDocuments(sources: readonly string[], schema: GraphQLSchema): ReadonlyMap<string, DocumentNode> {
  const all = parse(sources.join('\n'));
  // As one document: what operations share is looked at once.
  const [error] = validate(schema, all);
  if (error) throw error;
  return new Map(Object.entries(separateOperations(all)));
}

interface Run {
  /** An admitted one. */
  document: DocumentNode;
  variables: Record<string, unknown>;
  context: ResolverContext;
}

/** Runs a document and gives its data. @throws DomainError as the operation was refused */
export async function runDocument(
  { run }: Pick<GraphqlServer, 'run'>,
  { document, variables, context }: Run,
): Promise<Record<string, unknown>> {
  const { data, errors } = await run(document, variables, context);
  const [error] = errors ?? [];
  if (error) throw refusalOf(error);
  return data as Record<string, unknown>;
}

/** A masked error as one of ours again: its code always is, since documents and variables are right. */
function refusalOf({ message, extensions }: { message: string; extensions?: Record<string, unknown> }): DomainError {
  const { code, problems, http: _, ...facts } = extensions ?? {};
  return new DomainError((code ?? 'INTERNAL') as ErrorCode, message, (problems ?? []) as Problem[], facts);
}
