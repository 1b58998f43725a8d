/** Lets a fixed number in at once, the others in order of arrival. Who stops waiting leaves the queue. */
export interface Turnstile {
  /** Resolves with the function that frees the place, to be called once; rejects with the signal's reason. */
  enter(signal?: AbortSignal): Promise<() => void>;
  /** Turns away everybody who waits, and whoever comes later. */
  close(reason: Error): void;
  /** How many wait. */
  waiting(): number;
}

interface Waiting {
  readonly admit: () => void;
  readonly turnAway: (reason: unknown) => void;
}

export function openTurnstile(places: number): Turnstile {
  const queue: Waiting[] = [];
  let free = places;
  let closed: Error | undefined;

  // The place goes straight to the next one; were it free for a moment, a newcomer could take it first.
  const leave = (): void => {
    const next = queue.shift();
    if (next === undefined) free += 1;
    else next.admit();
  };

  const wait = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => {
        queue.splice(queue.indexOf(waiting), 1);
        waiting.turnAway(signal?.reason);
      };
      const settle = (end: () => void): void => {
        signal?.removeEventListener("abort", giveUp);
        end();
      };
      const waiting: Waiting = { admit: () => settle(resolve), turnAway: (reason) => settle(() => reject(reason)) };
      signal?.addEventListener("abort", giveUp);
      queue.push(waiting);
    });

  return {
    async enter(signal) {
      signal?.throwIfAborted();
      if (closed !== undefined) throw closed;
      if (free === 0) await wait(signal);
      else free -= 1;
      return leave;
    },
    close(reason) {
      closed = reason;
      for (const waiting of queue.splice(0)) waiting.turnAway(reason);
    },
    waiting: () => queue.length,
  };
}
