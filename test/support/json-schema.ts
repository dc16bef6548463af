import { Ajv2020 as Ajv, type ErrorObject } from 'ajv/dist/2020.js';

/** What a reference into a document points to; undefined if there is nothing. */
export const resolved = (document: unknown, reference: string): unknown =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);

/** Where a value does not fit a schema of a document, each as `/path: what`; empty if it fits. */
export type Mismatches = (value: unknown, schema: object) => string[];

/**
 * Compares values with the schemas of an OpenAPI document. Members that a schema with `properties` does not name are wrong:
 * a document that leaves something out does not describe it.
 */
export function mismatchesIn(document: { components?: { schemas?: object } }): Mismatches {
  const ajv = new Ajv({
    allErrors: true,
    formats: { double: true, 'date-time': true, date: true, uri: true },
    allowUnionTypes: true,
  });
  ajv.addKeyword('components');
  ajv.addSchema({ $id: 'document', components: { schemas: closed(document.components?.schemas) } });
  const compiled = new Map<string, ReturnType<Ajv['compile']>>();
  return (value, schema) => {
    const key = JSON.stringify(schema);
    const fits = compiled.get(key) ?? ajv.compile(closed(schema, 'document') as object);
    compiled.set(key, fits);
    return fits(value) ? [] : (fits.errors ?? []).map(inWords);
  };
}

const inWords = ({ instancePath, message, params }: ErrorObject): string =>
  `${instancePath}: ${message}${'additionalProperty' in params ? ` (${params.additionalProperty})` : ''}`;

/** The same schema, but its objects allow only the members it names, and its references lead into a document. */
const closed = (schema: unknown, document = ''): unknown =>
  JSON.parse(JSON.stringify(schema ?? {}), (key, value) => {
    if (key === '$ref') return `${document}${value}`;
    return value?.type === 'object' && value.properties ? { additionalProperties: false, ...value } : value;
  });
