import type { InputRef } from '@pothos/core';
import type { Kind } from '../../domain/fields/kind.ts';
import { capitalized } from '../../domain/text.ts';
import { builder } from './builder.ts';
import { enumValues, LanguageEnum, PostStatus } from './scalars.ts';

// biome-ignore lint/suspicious/noExplicitAny: Pothos wants a type here that a table only knows by name
type AnyType = any;

const enums = new Map<string, AnyType>([
  ['PostStatus', PostStatus],
  ['Language', LanguageEnum],
]);
const inputs = new Map<string, AnyType>();

/** Registers an input type, for kinds that refer to it by its name. */
export function named(type: InputRef<unknown> & { name: string }): void {
  inputs.set(type.name, type);
}

type Implementation<T> = Parameters<ReturnType<typeof builder.inputRef<T & object>>['implement']>[0];

/** Defines an input type that kinds refer to by its name. */
export const namedInput = <T extends object>(name: string, how: Implementation<T>): void =>
  named(builder.inputRef<T>(name).implement(how));

/** The input type for values of a kind. */
export function inputTypeOf({ type, list }: Kind<unknown>): AnyType {
  if (typeof type === 'object' && 'links' in type) return inputs.get(`${capitalized(type.links)}Links`);
  const one = typeof type === 'object' && 'input' in type ? (inputs.get(type.input) ?? type.input) : plainType(type);
  return list ? [one] : one;
}

/** The output type for values of a kind. @throws for input-only kinds */
export function outputTypeOf({ type, list, shownAs }: Kind<unknown>): AnyType {
  if (typeof type === 'object' && !('words' in type))
    throw new Error(`${JSON.stringify(type)} cannot be shown as it is kept`);
  const one = shownAs ?? plainType(type);
  return list ? [one] : one;
}

function plainType(type: Exclude<Kind<unknown>['type'], { input: string } | { links: string }>) {
  if (typeof type === 'string') return type;
  const { name, words, description, meanings } = type;
  if (!enums.has(name)) enums.set(name, builder.enumType(name, { description, values: enumValues(words, meanings) }));
  return enums.get(name);
}
