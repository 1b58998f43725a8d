/**
 * Shares the cores between the sessions of a pool. A statement whose threads find no work looks for it again and again, so a thread for a core that
 * something else has only takes from it. Two snapshots at once took half as much processor time again with two threads each as with one.
 */
export interface SessionCores {
  /**
   * `most`: threads that the session's statements may have while nothing else is under way. `allow` is called whenever the number changes that the
   * others leave it, which is never less than one.
   */
  ofSession(most: number, allow: (threads: number) => void): CoresOfSession;
}

/** Disposed of once the session does nothing more. */
export interface CoresOfSession extends Disposable {
  /** Work of statements. Those of a session take turns, so all of them take one core from the others. */
  readonly statements: <T>(work: () => Promise<T>) => Promise<T>;
  /** Work beside statements that takes one core. */
  readonly beside: <T>(work: () => Promise<T>) => Promise<T>;
}

export function openCores(): SessionCores {
  const sessions = new Set<() => void>();
  let taken = 0;
  const take = (cores: number): void => {
    taken += cores;
    for (const tell of sessions) tell();
  };
  return {
    ofSession(most, allow) {
      let underWay = 0;
      let allowed = most;
      const tell = (): void => {
        const threads = Math.max(1, most - taken + Math.min(1, underWay));
        if (threads !== allowed) allow(threads);
        allowed = threads;
      };
      sessions.add(tell);
      tell();
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
        [Symbol.dispose]: () => void sessions.delete(tell),
      };
    },
  };
}
