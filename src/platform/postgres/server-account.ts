import { PlainError } from "../../kernel/errors.ts";
import { runProgram } from "./run-program.ts";

/** PostgreSQL refuses to run as root, so root has it run as somebody else. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

const ROOT = 0;
/** The distribution's own account first: an administrator knows it. */
const DISTRIBUTION_ACCOUNT = "postgres";
const OWN_ACCOUNT = "feedwright";
/** Tools of the system answer at once; one that hangs (a directory service) is not waited for longer. */
const TOOL_TIMEOUT_MS = 10_000;

export function isRoot(): boolean {
  return process.getuid?.() === ROOT;
}

/** Undefined: PostgreSQL runs as this process does. Makes a system account when there is none to use. */
export async function chooseServerAccount(): Promise<ServerAccount | undefined> {
  if (!isRoot()) return undefined;
  const known = (await lookUp(DISTRIBUTION_ACCOUNT)) ?? (await lookUp(OWN_ACCOUNT));
  return known ?? makeAccount();
}

async function lookUp(name: string): Promise<ServerAccount | undefined> {
  const uid = await runProgram("id", ["-u", name], { timeoutMs: TOOL_TIMEOUT_MS });
  const gid = await runProgram("id", ["-g", name], { timeoutMs: TOOL_TIMEOUT_MS });
  return uid.done && gid.done ? { uid: Number(uid.said), gid: Number(gid.said) } : undefined;
}

async function makeAccount(): Promise<ServerAccount> {
  const settings = ["--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent", "--shell", "/usr/sbin/nologin"];
  const added = await runProgram("useradd", [...settings, OWN_ACCOUNT], { timeoutMs: TOOL_TIMEOUT_MS });
  // Of two first starts at once the second is refused, and finds the account that the first has made.
  const made = await lookUp(OWN_ACCOUNT);
  if (made !== undefined) return made;
  throw new PlainError(
    "postgres_account_missing",
    `PostgreSQL doesn't run as root, and Feedwright couldn't create a system account for it (${added.said}). Start Feedwright as an ordinary user, create an account named ${DISTRIBUTION_ACCOUNT}, or set DATABASE_URL.`,
  );
}

/** Whether the account reaches a directory. Asked of the system itself, which also knows access lists and mount options. */
export async function canEnter(account: ServerAccount, directory: string): Promise<boolean> {
  const { done } = await runProgram("/bin/sh", ["-c", 'cd "$1"', "sh", directory], { account, timeoutMs: TOOL_TIMEOUT_MS });
  return done;
}
