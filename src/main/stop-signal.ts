/** A second signal within this time is the same keystroke: npm and the terminal both pass Ctrl-C on. */
const SAME_KEYSTROKE_MS = 1_000;

/** Resolves when the process is asked to stop; asked again later, it ends at once. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    const asked = (signal: NodeJS.Signals): void => {
      if (askedAt !== undefined && performance.now() - askedAt > SAME_KEYSTROKE_MS) process.exit(1);
      askedAt ??= performance.now();
      resolve(signal);
    };
    process.on("SIGTERM", asked);
    process.on("SIGINT", asked);
  });
}
