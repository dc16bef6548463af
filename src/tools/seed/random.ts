/** Pseudo-random numbers that are the same in every run, on every machine. */
export interface Random {
  /** A whole number from 0 to `count`, without `count`. */
  below(count: number): number;
  /** A whole number in this range, including both ends. */
  between(least: number, most: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** A whole number below `count`; small ones are far more likely. */
  skewed(count: number): number;
}

/** A generator of such numbers. Different keys give different sequences. */
export function createRandom(key: string): Random {
  // One part counts through all numbers, the other jumps among them. Together they repeat after 2^64 steps.
  let step = hash(key, 0x2545f491);
  let jump = hash(key, 0x5bd1e995) || 1;

  function number() {
    step = (step + 0x9e3779b9) | 0;
    jump ^= jump << 13;
    jump ^= jump >>> 17;
    jump ^= jump << 5;
    return mixed(step ^ jump) / 2 ** 32;
  }

  const below = (count: number) => Math.floor(number() * count);
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (probability) => number() < probability,
    pick: (list) => list[below(list.length)]!,
    skewed(count) {
      // Not `**`, which is not rounded the same way everywhere.
      const part = number();
      return Math.floor(part * part * part * count);
    },
  };
}

const hash = (text: string, start: number) => {
  let sum = start;
  for (const character of text) sum = mixed(sum ^ character.codePointAt(0)!);
  return sum | 0;
};

/** Every bit of the number changes about half of the bits of the result. */
function mixed(number: number) {
  let bits = number;
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 13), 0x297a2d39);
  return (bits ^ (bits >>> 16)) >>> 0;
}
