import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { members } from "../../kernel/unsafe.ts";

/** A program of the system or of PostgreSQL that runs, says something and ends. */
export type ProgramResult =
  | { readonly done: true; readonly said: string }
  | { readonly done: false; readonly said: string; readonly cause: unknown };

export interface ProgramOptions {
  readonly timeoutMs: number;
  /** Whom it runs as; this process without. */
  readonly account?: { readonly uid: number; readonly gid: number } | undefined;
}

/** Programs of the administrator are not on the path of every shell. */
const SYSTEM_PATH = "/usr/sbin:/usr/bin:/sbin:/bin";

/**
 * Nothing of our environment is handed on: `PG…` variables would change what PostgreSQL's programs do. They start in `/`,
 * because another account may not be let into our own working directory. `said` is the last line of what went wrong.
 */
export async function runProgram(file: string, args: readonly string[], { timeoutMs, account }: ProgramOptions): Promise<ProgramResult> {
  const options = { ...account, timeout: timeoutMs, cwd: "/", env: { PATH: SYSTEM_PATH, LC_ALL: "C" } };
  try {
    const { stdout } = await promisify(execFile)(file, args, options);
    return { done: true, said: stdout.trim() };
  } catch (cause) {
    const { stderr, code, signal } = members(cause);
    const lines = typeof stderr === "string" ? stderr.trim().split("\n") : [];
    const said = lines.findLast((line) => line.includes("error")) ?? lines.at(-1);
    return { done: false, said: said === undefined || said === "" ? `it exited with ${String(signal ?? code)}` : said, cause };
  }
}
