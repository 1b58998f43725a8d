import { openCommandApp } from "../command-app.ts";
import { progressLine } from "../progress-line.ts";
import { type RotationCount, rotateSecrets } from "../secrets/rotate-secrets.ts";

export interface SecretsRotateOptions {
  readonly check?: boolean;
  readonly json?: boolean;
}

/** Seals what is still sealed with a previous key, then counts everything again. Exit code 1 while something is left. */
export async function rotateStoredSecrets({ check = false, json = false }: SecretsRotateOptions): Promise<void> {
  await using app = await openCommandApp();
  const { pool } = app.postgres;
  const { secrets } = app.services;
  const progress = progressLine(process.stderr);
  const done = check ? [] : await rotateSecrets({ pool, secrets, rotates: true }, (what) => progress.show(`sealing ${what}`, null));
  const counts = await rotateSecrets({ pool, secrets, rotates: false }, (what) => progress.show(`checking ${what}`, null));
  progress.done();
  const result = summaryOf(counts, done);
  if (result.remaining > 0 || result.unreadable > 0) process.exitCode = 1;
  process.stdout.write(
    json ? `${JSON.stringify({ key_id: secrets.keyIds[0], ...result, kinds: result.kinds })}\n` : textOf(result, secrets.keyIds),
  );
}

function summaryOf(counts: readonly RotationCount[], done: readonly RotationCount[]) {
  const kinds = counts.map((count, at) => ({ ...count, rotated: done[at]?.rotated ?? 0 }));
  const sum = (of: "total" | "current" | "rotated" | "remaining" | "unreadable"): number => kinds.reduce((all, kind) => all + kind[of], 0);
  return {
    ...{ total: sum("total"), current: sum("current"), rotated: sum("rotated") },
    ...{ remaining: sum("remaining"), unreadable: sum("unreadable") },
    kinds,
  };
}

function textOf(
  { kinds, total, rotated, remaining, unreadable }: ReturnType<typeof summaryOf>,
  [current = "", ...previous]: readonly string[],
) {
  const lines = kinds
    .filter((kind) => kind.total > 0)
    .map(
      (kind) =>
        `${kind.what}: ${kind.total}, ${kind.rotated} sealed again, ${kind.remaining} with a previous key, ${kind.unreadable} unreadable`,
    );
  return `${[...lines, `Key in use: ${current}. Secrets: ${total}, ${rotated} sealed again.`, verdict({ remaining, unreadable }, previous)].join("\n")}\n`;
}

function verdict(
  { remaining, unreadable }: { readonly remaining: number; readonly unreadable: number },
  previous: readonly string[],
): string {
  if (remaining > 0)
    return `${remaining} ${remaining === 1 ? "secret is" : "secrets are"} still sealed with a previous key. Keep SECRETS_KEY_PREVIOUS, make sure every process has the new SECRETS_KEY, and run this command again.`;
  if (unreadable > 0)
    return `${unreadable} ${unreadable === 1 ? "secret can't" : "secrets can't"} be decrypted by any key. Add the key to SECRETS_KEY_PREVIOUS, or enter the secrets again.`;
  if (previous.length > 0) return "Nothing is sealed with a previous key. You can remove SECRETS_KEY_PREVIOUS from every process.";
  return "Every secret is sealed with the key in use.";
}
