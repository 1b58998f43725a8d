import type { Logger } from "../telemetry/telemetry-port.ts";
import { DatabaseSilent } from "./postgres-port.ts";

interface SilenceWatchOptions {
  /** Asks over a connection of its own. Whatever comes of it, a refusal too, shows that somebody is there; the signal ends it. */
  readonly probe: (signal: AbortSignal) => Promise<void>;
  /** How long any statement may take, and the wait for a connection. */
  readonly deadlineMs: number;
  readonly log: Logger;
  readonly turnMs?: number;
}

const TURN_MS = 500;
/** Most statements take less; those that do not cost one connection more. */
const PATIENCE_TURNS = 1;
/** A server that is merely busy answers within that time. With the patience before, a request hears of the silence within four seconds. */
const SILENT_TURNS = 6;
/** A network that lost the question would never answer it. */
const PROBE_TURNS_MAX = 20;

interface Waiting {
  turns: number;
  readonly reject: (error: DatabaseSilent) => void;
}

interface Probe {
  turns: number;
  readonly end: AbortController;
}

/**
 * Tells a database that hangs from a statement that takes long. While something has waited for a moment, another connection is asked for an
 * answer that takes no time. Without one the database is silent: all who wait are told so, and everybody who comes, at once, until it answers.
 *
 * Turns of the event loop are counted, and not time: a process that was busy itself, or stopped, has not waited for anybody.
 */
export class SilenceWatch implements Disposable {
  readonly #options: Required<SilenceWatchOptions>;
  readonly #waiting = new Set<Waiting>();
  #asking: Probe | undefined;
  #isSilent = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SilenceWatchOptions) {
    this.#options = { turnMs: TURN_MS, ...options };
  }

  /** Throws `DatabaseSilent` while the database is silent. */
  requireVoice(): void {
    if (this.#isSilent) throw new DatabaseSilent();
  }

  /** Settles as the promise does; rejects with `DatabaseSilent` when the database falls silent, or the promise has taken longer than any may. */
  async during<T>(promise: Promise<T>): Promise<T> {
    const silenced = Promise.withResolvers<never>();
    const one: Waiting = { turns: 0, reject: silenced.reject };
    this.#waiting.add(one);
    // What is waited for keeps the process alive by itself.
    this.#timer ??= setInterval(() => this.#turn(), this.#options.turnMs).unref();
    try {
      return await Promise.race([promise, silenced.promise]);
    } finally {
      this.#waiting.delete(one);
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#endProbe();
  }

  #turn(): void {
    const { deadlineMs, turnMs } = this.#options;
    for (const one of this.#waiting) one.turns += 1;
    this.#reject(({ turns }) => turns > deadlineMs / turnMs);
    if (this.#asking !== undefined) {
      this.#asking.turns += 1;
      if (this.#asking.turns > SILENT_TURNS) this.#fallSilent();
      if (this.#asking.turns > PROBE_TURNS_MAX) this.#endProbe();
    }
    const isLong = [...this.#waiting].some(({ turns }) => turns > PATIENCE_TURNS);
    if (this.#isSilent || isLong) this.#ask();
    else if (this.#waiting.size === 0) this[Symbol.dispose]();
  }

  #ask(): void {
    if (this.#asking !== undefined) return;
    const asked: Probe = { turns: 0, end: new AbortController() };
    this.#asking = asked;
    const answered = (): void => {
      if (this.#asking !== asked) return;
      this.#asking = undefined;
      if (this.#isSilent) this.#options.log.warn({}, "the database answers again");
      this.#isSilent = false;
    };
    this.#options.probe(asked.end.signal).then(answered, answered);
  }

  #endProbe(): void {
    const ended = this.#asking;
    this.#asking = undefined;
    ended?.end.abort();
  }

  #fallSilent(): void {
    if (!this.#isSilent)
      this.#options.log.error({ waiting: this.#waiting.size }, "the database doesn't answer; refusing requests that need it");
    this.#isSilent = true;
    this.#reject(() => true);
  }

  #reject(isTold: (waiting: Waiting) => boolean): void {
    for (const one of this.#waiting) {
      if (!isTold(one)) continue;
      this.#waiting.delete(one);
      one.reject(new DatabaseSilent());
    }
  }
}
