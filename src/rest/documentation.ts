import type { GraphQLSchema } from 'graphql';
import { describe } from '../fields/describe.ts';
import { tablesOf } from './request.ts';
import type { Route } from './route.ts';

interface DocumentationDeps {
  routes: readonly Route[];
  /** Texts of the operation documents. */
  documents: readonly string[];
  schema: GraphQLSchema;
  /** Address of the namespace. */
  server: string;
}

/** The interface as an OpenAPI 3.1 document, made from the same rows and tables that answer it. */
export function createDocumentation({ routes, server }: DocumentationDeps): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/<(\w+)>/, '{$1}');
    const described = Object.fromEntries(route.methods.map((method) => [method.toLowerCase(), operationOf(route)]));
    paths[path] = { ...paths[path], ...described };
  }
  return { openapi: '3.1.0', info: { title: 'Event calendar', version: '1.0.0' }, servers: [{ url: server }], paths };
}

const operationOf = (route: Route): object => ({
  operationId: route.operation,
  parameters: tablesOf(route).flatMap(([table, use]) => Object.keys(describe(table, use))),
});
