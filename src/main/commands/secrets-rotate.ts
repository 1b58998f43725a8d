import { recordKeyId } from "../../platform/secrets/recorded-key.ts";
import { openCommandApp } from "../command-app.ts";
import { progressLine } from "../progress-line.ts";
import { type RotationCount, rotateSecrets } from "../secrets/rotate-secrets.ts";

export interface SecretsRotateOptions {
  readonly check?: boolean;
  /** Gives up secrets that no key can decrypt. */
  readonly acceptLosses?: boolean;
  readonly json?: boolean;
}

/** Seals what is still sealed with a previous key, then counts everything again. Exit code 1 while something is left. */
export async function rotateStoredSecrets({ check = false, acceptLosses = false, json = false }: SecretsRotateOptions): Promise<void> {
  await using app = await openCommandApp({ anyKey: true });
  const { pool, db } = app.postgres;
  const { secrets } = app.services;
  const progress = progressLine(process.stderr);
  const done = check ? [] : await rotateSecrets({ pool, secrets, rotates: true }, (what) => progress.show(`sealing ${what}`, null));
  const counts = await rotateSecrets({ pool, secrets, rotates: false }, (what) => progress.show(`checking ${what}`, null));
  progress.done();
  const result = summaryOf(counts, done);
  const isDone = result.remaining === 0 && (result.unreadable === 0 || acceptLosses);
  if (!isDone) process.exitCode = 1;
  else if (!check) await recordKeyId(db, secrets.keyIds[0] ?? "");
  process.stdout.write(
    json
      ? `${JSON.stringify({ key_id: secrets.keyIds[0], ...result, kinds: result.kinds })}\n`
      : textOf(result, secrets.keyIds, acceptLosses),
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

function textOf(result: ReturnType<typeof summaryOf>, keyIds: readonly string[], acceptLosses: boolean): string {
  const lines = result.kinds
    .filter((kind) => kind.total > 0)
    .map(
      (kind) =>
        `${kind.what}: ${kind.total}, ${kind.rotated} sealed again, ${kind.remaining} with a previous key, ${kind.unreadable} unreadable`,
    );
  const sum = `Key in use: ${keyIds[0] ?? ""}. Secrets: ${result.total}, ${result.rotated} sealed again.`;
  return `${[...lines, sum, verdict(result, keyIds.length > 1, acceptLosses)].join("\n")}\n`;
}

type Left = Pick<ReturnType<typeof summaryOf>, "remaining" | "unreadable">;

function verdict({ remaining, unreadable }: Left, hasPrevious: boolean, acceptLosses: boolean): string {
  if (remaining > 0)
    return `${remaining} ${remaining === 1 ? "secret is" : "secrets are"} still sealed with a previous key. Keep SECRETS_KEY_PREVIOUS, make sure every process has the new SECRETS_KEY, and run this command again.`;
  if (unreadable > 0 && !acceptLosses)
    return `${unreadable} ${unreadable === 1 ? "secret can't" : "secrets can't"} be decrypted by any key. Add the key to SECRETS_KEY_PREVIOUS, or accept that they are lost with --accept-losses.`;
  if (unreadable > 0)
    return `${unreadable} ${unreadable === 1 ? "secret is" : "secrets are"} lost. Connect those shops and channels again, and rotate the secrets of webhooks.`;
  if (hasPrevious) return "Nothing is sealed with a previous key. You can remove SECRETS_KEY_PREVIOUS from every process.";
  return "Every secret is sealed with the key in use.";
}
