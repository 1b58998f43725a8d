import { execFileSync } from "node:child_process";

/** Runs a program as a container would: with process ids and shared memory of its own, on the same disk and network. */
export const CONTAINER = ["unshare", "--pid", "--ipc", "--fork", "--mount-proc", "--kill-child"] as const;

/** Most sandboxes keep it to root. */
export function canMakeNamespaces(): boolean {
  const [program, ...options] = CONTAINER;
  try {
    execFileSync(program, [...options, "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
