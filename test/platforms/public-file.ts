import type { ServedFile } from "./served-file.ts";

/** A file that a real platform can reach: it is what it is, and nobody counts its readers. */
export function publicFile(url: string): ServedFile {
  return { url, text: null, reads: () => 0, async [Symbol.asyncDispose]() {} };
}

/** A variable of the environment that a real platform's test needs. */
export function requireVariable(env: Readonly<Record<string, string | undefined>>, name: string): string {
  const value = env[name] ?? "";
  if (value === "") throw new Error(`${name} isn't set`);
  return value;
}
