import { type GraphQLSchema, parse } from 'graphql';
import { FEED_FORMS, RANGE_FORM } from '../../../kinds/addresses.ts';
import type { Method, Route } from '../route.ts';
import { NAMESPACE_ROUTES } from '../table.ts';
import { type AnswerSchemas, answerSchemas } from './answer-schemas.ts';
import type { Examples } from './examples.ts';
import { framed } from './frame.ts';
import { commonParameters, describeInputs, type Inputs, type Parameter } from './inputs.ts';
import { type JsonSchema, refTo, used } from './json-schema.ts';
import {
  answerOf,
  ERROR,
  FEEDS,
  failing,
  failureResponses,
  failuresOf,
  linesAnswer,
  listName,
  listSchema,
  ownAnswer,
} from './responses.ts';
import { ABOUT_ITSELF, descriptionOf, feedSummaryOf, summaryOf, tagOf, tagsOf } from './words.ts';

interface DocumentationDeps {
  /** Texts of the operation documents. */
  documents: readonly string[];
  schema: GraphQLSchema;
  /** Address of the namespace. */
  server: string;
  examples: Examples;
  /** The identity provider, if there is one. */
  issuer?: string;
}

/** What the paths of a document are made of. */
interface Described extends Pick<DocumentationDeps, 'examples'> {
  answers: AnswerSchemas['operations'];
  inputs: Inputs;
}

type Paths = Record<string, Record<string, unknown>>;

/** Builds the OpenAPI 3.1 document from the same rows, tables and operation documents that answer requests. */
export function createDocumentation({ documents, schema, server, examples, issuer }: DocumentationDeps): object {
  const routes = NAMESPACE_ROUTES;
  const answers = answerSchemas(parse(documents.join('\n')), schema);
  const described = { answers: answers.operations, inputs: describeInputs(routes), examples };
  const feeds = routes.filter(({ feed }) => feed);
  const exports = routes.filter(({ lines }) => lines);
  const rows = routes.filter(({ feed, lines }) => !feed && !lines);
  const paths = {
    ...ownPaths(examples),
    ...pathsOf(rows, described),
    ...feedPaths(feeds, described),
    ...exportPaths(exports, described),
  };
  return framed(
    {
      title: 'Event calendar',
      description:
        'Events, venues, organizers, categories and tags. Dates are `YYYY-MM-DD HH:MM:SS`. Texts are in English, Korean and Spanish.',
      server,
      about: 'This calendar.',
      issuer,
    },
    {
      tags: [...tagsOf([...rows, ...exports, ...feeds.filter(({ kind }) => !kind)]), ABOUT_ITSELF],
      paths,
      components: componentsOf(rows, paths, described, answers.components),
    },
  );
}

const pathOf = ({ path }: Route) => path.replace(/<(\w+)>/g, '{$1}');

/** The paths of records and lists: what each method does. */
function pathsOf(rows: readonly Route[], { answers, inputs }: Described) {
  const paths: Paths = {};
  const operation = (route: Route, method: Method) => ({
    operationId: operationId(route, method),
    summary: summaryOf(route),
    description: descriptionOf(route, answers[route.operation]!.description),
    tags: [tagOf(route)],
    parameters: inputs.parametersOf(route),
    ...(inputs.bodyOf(route) ? { requestBody: refTo('requestBodies', route.operation) } : {}),
    responses: { [route.input ? 201 : 200]: refTo('responses', route.operation), ...failuresOf(route) },
  });
  for (const route of rows) {
    const methods = route.methods.map((method) => [method.toLowerCase(), operation(route, method)]);
    paths[pathOf(route)] = { ...paths[pathOf(route)], ...Object.fromEntries(methods) };
  }
  return paths;
}

/** The paths of feeds, one for each form: `{id}.{form}` beside `{id}` is ambiguous to programs that read the document. */
const feedPaths = (feeds: readonly Route[], { inputs }: Described): Paths =>
  Object.fromEntries(
    feeds.flatMap((route) =>
      formsOf(route).map((form) => [
        pathOf(route).replace('{form}', form),
        {
          get: {
            operationId: `${operationId(route, 'GET')}As${FEEDS[form].name}`,
            summary: `${feedSummaryOf(route)} as ${FEEDS[form].title}`,
            description: FEEDS[form].description,
            tags: [tagOf(route)],
            parameters: inputs.parametersOf(route).filter(({ name }) => name !== 'form'),
            responses: { 200: FEEDS[form].answer, ...failuresOf(route) },
          },
        },
      ]),
    ),
  );

const exportPaths = (exports: readonly Route[], { answers, inputs }: Described): Paths =>
  Object.fromEntries(
    exports.map((route) => [
      pathOf(route),
      {
        get: {
          operationId: operationId(route, 'GET'),
          summary: summaryOf(route),
          description: descriptionOf(route, answers[route.operation]!.description),
          tags: [tagOf(route)],
          parameters: inputs.parametersOf(route),
          responses: { 200: linesAnswer(route), ...failuresOf(route) },
        },
      },
    ]),
  );

/** The bodies and answers of the rows, by the names of their operations, and the schemas that all of them refer to. */
function componentsOf(
  rows: readonly Route[],
  paths: Paths,
  { answers, inputs, examples }: Described,
  records: AnswerSchemas['components'],
) {
  const schemaOf = (route: Route) => answers[route.operation]!.schema;
  const requestBodies = Object.fromEntries(
    rows.flatMap((route) => {
      const name = inputs.bodyOf(route);
      return name ? [[route.operation, requestBody(route, name, examples.bodies[route.operation])] as const] : [];
    }),
  );
  const responses = {
    ...Object.fromEntries(
      rows.map((route) => [route.operation, answerOf(route, schemaOf(route), examples.answers[route.operation])]),
    ),
    ...failureResponses(examples),
  };
  const lists = rows.filter(({ filter }) => filter).map((route) => [listName(route), listSchema(schemaOf(route))]);
  const schemas = { ...Object.fromEntries(lists), ...withSizes(records), ...inputs.schemas, Error: ERROR };
  return { schemas: used(schemas, 'schemas', [paths, requestBodies, responses]), requestBodies, responses };
}

/** The forms of a feed: those that its path takes, or the one that it names. */
const formsOf = ({ path }: Route) =>
  path.includes('<form>')
    ? FEED_FORMS
    : ([...FEED_FORMS, RANGE_FORM] as const).filter((form) => path.endsWith(`.${form}`));

/** The names that a document gives its operations. */
export const operationIdsIn = (document: {
  paths?: Record<string, Record<string, { operationId?: string }>>;
}): ReadonlySet<string> =>
  new Set(
    Object.values(document.paths ?? {}).flatMap((path) =>
      Object.values(path).flatMap((each) => each.operationId ?? []),
    ),
  );

/** A unique id, even though one operation may answer several addresses and methods. */
function operationId({ operation, path }: Route, method: Method) {
  const suffix =
    method === 'PUT' || method === 'PATCH' ? `With${method.charAt(0)}${method.slice(1).toLowerCase()}` : '';
  return `${operation}${path.includes('<slug>') ? 'BySlug' : ''}${suffix}`;
}

function requestBody({ input }: Route, name: string, example: unknown): object {
  const content = { schema: refTo('schemas', name), example };
  return {
    required: input !== undefined,
    content: {
      'application/json': content,
      'application/x-www-form-urlencoded': content,
      'multipart/form-data': content,
    },
  };
}

const NAMESPACE: Parameter = {
  name: 'namespace',
  in: 'query',
  required: false,
  description: 'Name of the namespace.',
  schema: { type: 'string' },
};

/** The paths that REST answers by itself. */
const ownPaths = ({ answers }: Examples): Paths => ({
  '/': {
    get: {
      operationId: 'DescribeNamespace',
      summary: 'List the routes',
      description: 'Every route with its methods and arguments.',
      tags: [ABOUT_ITSELF.name],
      parameters: [NAMESPACE, ...commonParameters()],
      responses: { 200: ownAnswer('The routes.', answers.DescribeNamespace), ...failing(404) },
    },
  },
  '/doc': {
    get: {
      operationId: 'ReadDocumentation',
      summary: 'Read this document',
      description: 'This document. Its server is the one that you ask.',
      tags: [ABOUT_ITSELF.name],
      parameters: commonParameters(),
      responses: { 200: ownAnswer('This document.', answers.ReadDocumentation), ...failing() },
    },
  },
});

/** The operation documents cannot describe `sizes` of an image: it is JSON, because its keys are not valid GraphQL names. */
const IMAGE_SIZE: JsonSchema = {
  type: 'object',
  description: 'One of the `sizes` of an image, which are present if known.',
  properties: {
    width: { type: 'integer' },
    height: { type: 'integer' },
    'mime-type': { type: 'string' },
    filesize: { type: 'integer' },
    url: { type: 'string' },
  },
};

const withSizes = ({ Image, ...schemas }: Record<string, JsonSchema>): Record<string, JsonSchema> => ({
  ...schemas,
  Image: {
    ...Image,
    properties: {
      ...Image?.properties,
      sizes: {
        type: 'object',
        description: 'The same image in other sizes, by name.',
        additionalProperties: refTo('schemas', 'ImageSize'),
      },
    },
  },
  ImageSize: IMAGE_SIZE,
});
