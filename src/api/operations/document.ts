import {
  isRequired,
  type JsonSchema,
  type NamedInputs,
  type Parameter,
  parameterSchema,
  parametersSchema,
} from '../graphql/input-schema.ts';
import type { Operation } from '../graphql/operations.ts';
import type { Examples } from '../rest/documentation/examples.ts';
import { framed } from '../rest/documentation/frame.ts';
import { commonParameters, WRITING } from '../rest/documentation/inputs.ts';
import { used } from '../rest/documentation/json-schema.ts';
import { ERROR, failing, failureResponses } from '../rest/documentation/responses.ts';
import { type SampleOf, samplesFrom } from './samples.ts';

interface DocumentDeps {
  operations: readonly Operation[];
  /** The address that their names stand below. */
  server: string;
  examples: Examples;
  /** The identity provider, if there is one. */
  issuer: string | undefined;
}

const QUERIES = { name: 'Queries', description: 'What can be read.' };
const MUTATIONS = { name: 'Mutations', description: 'What can be written.' };

/** Builds the OpenAPI 3.1 document of the operations, from the same documents that answer requests. */
export function createOperationsDocument({ operations, server, examples, issuer }: DocumentDeps): object {
  const named: NamedInputs = { at: '#/components/schemas/', isNamed: () => true, objects: {} };
  const { DescribeNamespace, ReadDocumentation, ...answers } = examples.answers;
  const sampleOf = samplesFrom([examples.bodies, answers], named.objects);
  const paths = Object.fromEntries(
    operations.map((operation) => [
      `/${operation.name}`,
      operation.writes
        ? { post: described(operation, named, sampleOf) }
        : { get: described(operation, named, sampleOf) },
    ]),
  );
  return framed(
    {
      title: 'Operations of this calendar',
      description: 'What whoever operates this calendar offers to programs, besides its REST and GraphQL interfaces.',
      server,
      about: 'The operations of this calendar.',
      issuer,
    },
    {
      tags: [QUERIES, MUTATIONS].filter(({ name }) => operations.some(({ writes }) => tagOf(writes).name === name)),
      paths,
      components: {
        schemas: { ...named.objects, ...(operations.length > 0 && { Error: ERROR }) },
        responses: used(failureResponses(examples), 'responses', paths),
      },
    },
  );
}

const tagOf = (writes: boolean) => (writes ? MUTATIONS : QUERIES);

function described(operation: Operation, named: NamedInputs, sampleOf: SampleOf): object {
  const { name, writes, parameters, describedIn, answerSchema } = operation;
  const { title, text } = describedIn('en');
  const schema = answerSchema();
  return {
    operationId: name,
    summary: title,
    description: text || title,
    tags: [tagOf(writes).name],
    parameters: [
      ...(writes ? WRITING : parameters.map((each) => inQuery(each, named, sampleOf))),
      ...commonParameters(),
    ],
    ...(writes && { requestBody: bodyOf(parameters, named, sampleOf) }),
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema, example: sampleOf(schema) } } },
      ...failing(403, 404, ...(writes ? ([409, 410, 412, 413, 422] as const) : [])),
    },
  };
}

function bodyOf(parameters: readonly Parameter[], named: NamedInputs, sampleOf: SampleOf): object {
  const schema = parametersSchema(parameters, named);
  return {
    required: parameters.some(isRequired),
    content: { 'application/json': { schema, example: sampleOf(schema) } },
  };
}

/** Objects of plain values stand in brackets, and lists of them are repeated. OpenAPI has JSON for what is in deeper ones. */
function inQuery(parameter: Parameter, named: NamedInputs, sampleOf: SampleOf): object {
  const { description, ...schema } = parameterSchema(parameter, named);
  const { $ref, type, items } = schema;
  const inside = $ref === undefined ? undefined : named.objects[String($ref).slice(named.at.length)];
  const isDeep = inside ? !isFlat(inside) : type === 'array' && !isPlain(items as JsonSchema);
  return {
    name: parameter.name,
    in: 'query',
    required: isRequired(parameter),
    description: description ?? 'A variable of the document.',
    ...(isDeep
      ? { content: { 'application/json': { schema, example: sampleOf(schema) } } }
      : {
          schema,
          ...(inside && { style: 'deepObject', explode: true }),
          ...(type === 'array' && { style: 'form', explode: true }),
          example: sampleOf(schema, parameter.name),
        }),
  };
}

const isPlain = ({ $ref, type }: JsonSchema) => $ref === undefined && type !== 'array';

const isFlat = ({ properties }: JsonSchema) => Object.values(properties as Record<string, JsonSchema>).every(isPlain);
