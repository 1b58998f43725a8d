/**
 * Shares the cores between the sessions of a pool. A DuckDB thread without work polls for it, so on a core that something else is using, it only gets in
 * the way: two snapshots at the same time needed half as much processor time again.
 */
export interface SessionCores {
  /**
   * `most`: how many threads the session's statements may use while nothing else is running. `allow` is called whenever that number changes because
   * others begin or end work. It's never less than one.
   */
  ofSession(most: number, allow: (threads: number) => void): CoresOfSession;
}

/** Dispose of it when the session ends. */
export interface CoresOfSession extends Disposable {
  /** Runs statements. A session's statements take turns, so together they take one core from the other sessions. */
  readonly statements: <T>(work: () => Promise<T>) => Promise<T>;
  /** Does other work that takes one core while statements may run. */
  readonly beside: <T>(work: () => Promise<T>) => Promise<T>;
}

export function openCores(): SessionCores {
  const sessions = new Set<() => void>();
  let taken = 0;
  const take = (cores: number): void => {
    taken += cores;
    for (const recount of sessions) recount();
  };
  return {
    ofSession(most, allow) {
      let underWay = 0;
      let allowed = most;
      const recount = (): void => {
        const threads = Math.max(1, most - taken + Math.min(1, underWay));
        if (threads !== allowed) allow(threads);
        allowed = threads;
      };
      sessions.add(recount);
      recount();
      return {
        async statements(work) {
          underWay += 1;
          if (underWay === 1) take(1);
          try {
            return await work();
          } finally {
            underWay -= 1;
            if (underWay === 0) take(-1);
          }
        },
        async beside(work) {
          take(1);
          try {
            return await work();
          } finally {
            take(-1);
          }
        },
        [Symbol.dispose]: () => void sessions.delete(recount),
      };
    },
  };
}
