/** A JSON Schema or a part of one, as in OpenAPI 3.1. */
export interface JsonSchema {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  default?: unknown;
  properties?: Readonly<Record<string, JsonSchema>>;
  additionalProperties?: boolean | JsonSchema;
  required?: readonly string[];
  items?: JsonSchema;
  oneOf?: readonly JsonSchema[];
  anyOf?: readonly JsonSchema[];
  enum?: readonly unknown[];
  const?: unknown;
  maxLength?: number;
  maxItems?: number;
}

/** A reference to another part of the document. */
export interface Ref {
  $ref: string;
}

type Components = 'schemas' | 'requestBodies' | 'responses';

/** The reference to a component by its name. */
export const refTo = (group: Components, name: string): Ref => ({ $ref: `#/components/${group}/${name}` });

/** The components of a group that a document refers to, directly or through other components. */
export function used<T>(components: Readonly<Record<string, T>>, group: Components, by: unknown): Record<string, T> {
  const names = new Set<string>();
  const look = (value: unknown) => {
    for (const [key, inner] of Object.entries(typeof value === 'object' && value !== null ? value : {})) {
      const name = key === '$ref' ? String(inner).split(`#/components/${group}/`)[1] : undefined;
      if (name === undefined) look(inner);
      else if (!names.has(name)) {
        names.add(name);
        look(components[name]);
      }
    }
  };
  look(by);
  return Object.fromEntries(Object.entries(components).filter(([name]) => names.has(name)));
}
