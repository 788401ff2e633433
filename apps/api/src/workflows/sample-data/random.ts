/** A small deterministic source of choices, so that sample data is the same on every machine. */
export type Random = {
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number;
  pick<T>(from: readonly T[]): T;
  chance(share: number): boolean;
};

/** mulberry32: one 32-bit state, good enough for sample data. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick: (from) => {
      const item = from[below(from.length)];
      if (item === undefined) throw new Error('Nothing to pick from');
      return item;
    },
    chance: (share) => next() < share,
  };
}
