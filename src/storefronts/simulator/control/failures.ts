import { keysOf } from "../../../kernel/unsafe.ts";
import { seededDraw } from "../../sample/seeded-draw.ts";
import { FAILURES_WAITING_MAX } from "../limits.ts";
import { FAILURE_KINDS, type FailureKind, type FailurePlace } from "./failure-kinds.ts";

export interface PlannedFailure {
  readonly kind: FailureKind;
  /** How often it strikes; once when left out. */
  readonly times?: number | undefined;
  readonly forMs?: number | null | undefined;
  /** Strikes only where the GraphQL text has this in it: of a request, of an operation, of the operation that is downloaded. */
  readonly matching?: string | undefined;
}

export interface Failure {
  readonly kind: FailureKind;
  readonly forMs: number | null;
}

/** Failures by chance: each request, operation and download has this probability of one, drawn from the seed. */
export interface Chaos {
  readonly probability: number;
  readonly seed: number;
}

/** What is to go wrong next. Planned failures strike in the order they were planned, before chance is asked. */
export interface Failures {
  plan(failure: PlannedFailure): void;
  take(place: FailurePlace, query: string): Failure | undefined;
  waiting(): readonly PlannedFailure[];
  clear(): void;
  setChaos(chaos: Chaos | null): void;
  chaos(): Chaos | null;
}

interface Waiting {
  readonly kind: FailureKind;
  times: number;
  readonly forMs: number | null;
  readonly matching: string;
}

/** A chance that never ends would end every run; shorter, then. */
const CHANCE_MS: Readonly<Partial<Record<FailureKind, number>>> = {
  stuck_running: 5_000,
  canceling_slowly: 5_000,
  slow_answer: 1_000,
  slow_download: 1_000,
};
const CHANCES_PER_UNIT = 1_000_000;

/** What scopes decide and what a catalog cannot be healed of is left out of chance. */
const NEVER_BY_CHANCE: readonly FailureKind[] = ["failed_access_denied", "huge_description"];

export function createFailures(chaosAtStart: Chaos | null): Failures {
  let waiting: Waiting[] = [];
  let chaos = chaosAtStart;
  let draws = 0;
  const byChance = (place: FailurePlace): Failure | undefined => {
    if (chaos === null) return undefined;
    draws += 1;
    const draw = seededDraw(chaos.seed, draws, "facts");
    if (draw.below(CHANCES_PER_UNIT) >= chaos.probability * CHANCES_PER_UNIT) return undefined;
    const kind = draw.pick(
      keysOf<FailureKind>(FAILURE_KINDS).filter((one) => FAILURE_KINDS[one] === place && !NEVER_BY_CHANCE.includes(one)),
    );
    return { kind, forMs: CHANCE_MS[kind] ?? null };
  };
  return {
    plan: ({ kind, times = 1, forMs = null, matching = "" }) => {
      const planned = waiting.reduce((sum, failure) => sum + failure.times, 0);
      if (planned + times > FAILURES_WAITING_MAX)
        throw new RangeError(`At most ${FAILURES_WAITING_MAX} failures can be pending. Remove them first.`);
      waiting.push({ kind, times, forMs, matching });
    },
    take: (place, query) => {
      const next = waiting.find(({ kind, matching }) => FAILURE_KINDS[kind] === place && query.includes(matching));
      if (next === undefined) return byChance(place);
      next.times -= 1;
      waiting = waiting.filter(({ times }) => times > 0);
      return { kind: next.kind, forMs: next.forMs };
    },
    waiting: () => waiting.map((failure) => ({ ...failure })),
    clear: () => {
      waiting = [];
    },
    setChaos: (next) => {
      chaos = next;
      draws = 0;
    },
    chaos: () => chaos,
  };
}
