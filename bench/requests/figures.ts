/** A measured number and its target. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** The target: the number should not exceed it. */
  most?: number;
}
