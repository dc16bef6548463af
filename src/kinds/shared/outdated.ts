/** Thrown in a unit if its preparation is out of date. The unit is then prepared and run again. */
export class Outdated extends Error {
  override name = 'Outdated';
}
