import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { PlainError } from "../kernel/errors.ts";

interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/**
 * What `--credential name=value` says. A value of `-` is a secret that stays out of the shell's history and the list of processes: it's typed at the
 * terminal, where it isn't shown, or read from standard input, a line each.
 */
export async function credentialsOption(written: readonly string[], terminal: Terminal): Promise<Readonly<Record<string, string>>> {
  const pairs = written.map(pairOf);
  const secret = pairs.filter(([, value]) => value === "-").map(([name]) => name);
  const read = await readSecrets(secret, terminal);
  return Object.fromEntries(pairs.map(([name, value]) => [name, value === "-" ? (read.get(name) ?? "") : value]));
}

function pairOf(one: string): readonly [name: string, value: string] {
  const at = one.indexOf("=");
  if (at >= 1 && at < one.length - 1) return [one.slice(0, at).trim(), one.slice(at + 1).trim()];
  throw new PlainError(
    "option_invalid",
    // Not what was written: it may be the secret itself.
    "--credential takes a name and a value, as in --credential access_token=- (the secret is then asked for, or read from standard input).",
  );
}

async function readSecrets(names: readonly string[], terminal: Terminal): Promise<ReadonlyMap<string, string>> {
  const read = new Map<string, string>();
  if (names.length === 0) return read;
  const lines = terminal.input.isTTY === true ? undefined : (await text(terminal.input)).split(/\r?\n/);
  for (const [at, name] of names.entries()) {
    const value = (lines === undefined ? await askHidden(name, terminal) : (lines[at] ?? "")).trim();
    if (value === "") throw new PlainError("credential_missing", `Nothing was given for ${name}.`);
    read.set(name, value);
  }
  return read;
}

/** Asks at the terminal without showing what is typed. Empty where the person ends the input instead. */
async function askHidden(name: string, { input, output }: Terminal): Promise<string> {
  output.write(`${name}: `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const asking = createInterface({ input, output: nowhere, terminal: true });
  try {
    return await Promise.race([asking.question(""), new Promise<string>((resolve) => asking.once("close", () => resolve("")))]);
  } finally {
    asking.close();
    output.write("\n");
  }
}
