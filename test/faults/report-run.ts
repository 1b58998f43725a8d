/** What the fault runs have in common: a seed that is printed first, lines while it runs, counts and violations at the end. */

const MINUTE_MS = 60_000;

export const SEED_OPTION = { type: "string", default: String(Date.now() % 1_000_000) } as const;

interface FaultRun {
  readonly seed: number;
  readonly budgetMs: number;
  readonly say: (line: string) => void;
}

/** Runs, reports and ends the process, with exit code 1 on a violation. */
export async function reportRun(
  { seed, minutes }: { readonly seed: string; readonly minutes: string },
  run: (plan: FaultRun) => Promise<{ readonly violations: readonly string[] }>,
): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  say(`seed ${seed}`);
  const { violations, ...counts } = await run({ seed: Number(seed), budgetMs: Number(minutes) * MINUTE_MS, say });
  say(JSON.stringify(counts, null, 2));
  for (const violation of violations) say(`VIOLATION ${violation}`);
  say(violations.length === 0 ? "nothing was violated" : `${violations.length} violations; repeat the choices with --seed ${seed}`);
  process.exitCode = violations.length === 0 ? 0 : 1;
  // Exits explicitly: after many killed processes, Node's teardown can wait forever for a handle that never closes.
  process.stdout.write("", () => process.exit());
}
