import { seededDraw } from "../../sample/seeded-draw.ts";

/** What befalls deliveries by chance, each with its probability, drawn from the seed. */
export interface DeliveryFate {
  readonly drop: number;
  readonly duplicate: number;
  /** Up to `delayMs`; so deliveries also come in another order. */
  readonly delay: number;
  readonly delayMs: number;
  readonly seed: number;
}

interface Chances {
  readonly isDropped: boolean;
  readonly isDoubled: boolean;
  readonly delayMs: number;
}

export interface DeliveryChances {
  next(): Chances;
  setFate(fate: DeliveryFate | null): void;
  setSilent(isSilent: boolean): void;
}

const UNITS = 1_000_000;

export function createDeliveryChances(): DeliveryChances {
  let fate: DeliveryFate | null = null;
  let isSilent = false;
  let draws = 0;
  return {
    next() {
      if (fate === null) return { isDropped: isSilent, isDoubled: false, delayMs: 0 };
      draws += 1;
      const draw = seededDraw(fate.seed, draws, "facts");
      const strikes = (probability: number): boolean => draw.below(UNITS) < probability * UNITS;
      const [isDropped, isDoubled, isDelayed] = [strikes(fate.drop), strikes(fate.duplicate), strikes(fate.delay)];
      return { isDropped: isDropped || isSilent, isDoubled, delayMs: isDelayed ? draw.below(fate.delayMs + 1) : 0 };
    },
    setFate(next) {
      fate = next;
      draws = 0;
    },
    setSilent(next) {
      isSilent = next;
    },
  };
}
