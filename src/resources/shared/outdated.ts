/** Thrown in a unit when what was prepared for it does not hold any more: it is prepared anew, and the unit runs again. */
export class Outdated extends Error {
  override name = 'Outdated';
}
