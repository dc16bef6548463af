import { damagedFields, type Shape } from './shape.ts';

const STORED = new WeakMap<object, object>();

/** Replacement values for the damaged fields of a record. */
export type Repair<R> = (record: R, damaged: readonly string[]) => Partial<R>;

/** The record with its damaged fields repaired. Writes still compare it with what is stored. */
export function repaired<R extends object>(record: R, shape: Shape, repair: Repair<R>): R {
  const whole = { ...record, ...repair(record, damagedFields(record, shape)) };
  STORED.set(whole, record);
  return whole;
}

/** The record as stored. Differs only for a repaired record. */
export const storedOf = <R extends object>(record: R): R => (STORED.get(record) as R | undefined) ?? record;

/** The fields of a blank record that are damaged in another one. */
export const onlyDamaged = <B extends object>(blank: B, damaged: readonly string[]): Partial<B> =>
  Object.fromEntries(damaged.map((field) => [field, (blank as Record<string, unknown>)[field]])) as Partial<B>;

/**
 * A version for a record that has lost its own: the minutes since 1970. No record is written that often, so no cache holds
 * another state under this number.
 */
export const freshVersion = (now: number): number => Math.floor(now / 60_000);
