import { damagedFields, type Shape } from './shape.ts';

const STORED = new WeakMap<object, object>();

/** Values for a record that somebody has changed into nonsense, in place of its damaged fields. */
export type Mend<R> = (record: R, damaged: readonly string[]) => Partial<R>;

/** The record with sound values in place of what is damaged in it. What is written of it is compared with what is stored. */
export function mended<R extends object>(record: R, shape: Shape, mend: Mend<R>): R {
  const whole = { ...record, ...mend(record, damagedFields(record, shape)) };
  STORED.set(whole, record);
  return whole;
}

/** The record as it is stored: another one for a record that was mended. */
export const storedOf = <R extends object>(record: R): R => (STORED.get(record) as R | undefined) ?? record;

/** Of a blank record what is damaged in another one. */
export const onlyDamaged = <B extends object>(blank: B, damaged: readonly string[]): Partial<B> =>
  Object.fromEntries(damaged.map((field) => [field, (blank as Record<string, unknown>)[field]])) as Partial<B>;

/**
 * A version for a record that has lost its own. The minutes since 1970 are more than anybody writes a record times: nobody
 * has kept another state of it under this number.
 */
export const freshVersion = (now: number): number => Math.floor(now / 60_000);
