/**
 * Draws that depend on (seed, product number, topic) and on nothing else, so a product comes out the same whichever
 * products were made before it. A topic of its own per aspect keeps a new draw in one aspect from shifting the others.
 *
 * The sequence is splitmix32: a counter that advances by the golden ratio, each value scrambled by two odd multipliers.
 * It is fast and even enough for made-up goods, and no use where somebody might guess.
 */

const TOPICS = { facts: 1, body: 2, variants: 3, images: 4, labels: 5, texts: 6, translations: 7, stock: 8, markets: 9 } as const;
export type Topic = keyof typeof TOPICS;

export interface Draw {
  /** 0 to `limit` − 1. */
  below(limit: number): number;
  /** `from` to `to`, both included. */
  between(from: number, to: number): number;
  chance(percent: number): boolean;
  pick<T>(list: readonly T[]): T;
}

const GOLDEN_RATIO = 0x9e3779b9;

function scramble(value: number): number {
  const first = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  const second = Math.imul(first ^ (first >>> 15), 0x735a2d97);
  return second ^ (second >>> 15);
}

export function seededDraw(seed: number, number: number, topic: Topic): Draw {
  let state = scramble(scramble(scramble(seed) + number) + TOPICS[topic]);
  const below = (limit: number): number => {
    state = (state + GOLDEN_RATIO) | 0;
    return (scramble(state) >>> 0) % limit;
  };
  return {
    below,
    between: (from, to) => from + below(to - from + 1),
    chance: (percent) => below(100) < percent,
    pick: (list) => {
      const item = list[below(list.length)];
      if (item === undefined) throw new RangeError("There is nothing to draw from: the list is empty.");
      return item;
    },
  };
}
