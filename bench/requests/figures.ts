/** One number that was measured, beside what it is to be. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** What it is to be at the most. */
  most?: number;
}
