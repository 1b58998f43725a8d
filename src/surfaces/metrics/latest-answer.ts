import { setTimeout as sleep } from "node:timers/promises";

/** Asks on behalf of many: at most once in a while, one question at a time, and nobody waits for long. */
export interface LatestAnswer<T> {
  /** The last answer if it is fresh, else a new one; undefined where there is none in time. */
  read(): Promise<T | undefined>;
}

export interface Asking<T> {
  readonly ask: () => Promise<T>;
  /** An answer, or that there was none, is told again for so long. */
  readonly freshMs: number;
  readonly waitMs: number;
  readonly now?: () => number;
}

/** A question that hangs for so long (a connection nobody closes) is asked anew; until then nobody asks beside it. */
const GIVEN_UP_AFTER_MS = 60_000;

interface Question<T> {
  readonly answer: Promise<T | undefined>;
  readonly askedAt: number;
  answeredAt: number | null;
}

export function latestAnswer<T>({ ask, freshMs, waitMs, now = () => performance.now() }: Asking<T>): LatestAnswer<T> {
  let latest: Question<T> | undefined;

  const isCurrent = ({ askedAt, answeredAt }: Question<T>): boolean =>
    answeredAt === null ? now() - askedAt < GIVEN_UP_AFTER_MS : now() - answeredAt < freshMs;

  const current = (): Question<T> => {
    if (latest !== undefined && isCurrent(latest)) return latest;
    const question: Question<T> = { answer: ask().catch(() => undefined), askedAt: now(), answeredAt: null };
    void question.answer.then(() => (question.answeredAt = now()));
    latest = question;
    return question;
  };

  return {
    async read() {
      const late = new AbortController();
      const tooLate = sleep(waitMs, undefined, { signal: late.signal, ref: false }).catch(() => undefined);
      try {
        return await Promise.race([current().answer, tooLate]);
      } finally {
        late.abort();
      }
    },
  };
}
