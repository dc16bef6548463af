import { type DocumentNode, specifiedDirectives, visit } from 'graphql';

const KNOWN = new Set(specifiedDirectives.map(({ name }) => name));

/** A document without our directives, which the public schema does not know. */
export const withoutShapeDirectives = (document: DocumentNode): DocumentNode =>
  visit(document, { Directive: (node) => (KNOWN.has(node.name.value) ? undefined : null) });
