/** Ends when it is told to, or when one of the signals it follows does. */
export interface Following extends Disposable {
  readonly signal: AbortSignal;
  readonly end: () => void;
}

/**
 * Follows signals that outlive what is done under it, until it is disposed. `AbortSignal.any` follows too, but what it made stays in memory, with
 * everything it reaches, for as long as any of them lives, which may be the whole process.
 */
export function followSignals(...signals: readonly AbortSignal[]): Following {
  const following = new AbortController();
  const end = (): void => following.abort();
  for (const signal of signals) signal.addEventListener("abort", end);
  if (signals.some(({ aborted }) => aborted)) end();
  return {
    signal: following.signal,
    end,
    [Symbol.dispose]() {
      for (const signal of signals) signal.removeEventListener("abort", end);
    },
  };
}
