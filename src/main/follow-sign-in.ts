import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { AuditEntryShape, listAudit } from "../features/audit/index.ts";
import { PlainError } from "../kernel/errors.ts";
import { members } from "../kernel/unsafe.ts";
import type { OpenedChannel } from "./channel-operation.ts";
import { performCommand } from "./command-operation.ts";

const LOOK_EVERY_MS = 1_000;

interface SignIn {
  readonly expiresAt: string;
  /** Ends the wait. */
  readonly stopped: Promise<unknown>;
}

/**
 * Waits for the end of a sign-in, which happens in the service when the browser comes back: the audit log has it. Throws why it failed, or that
 * nobody finished it in time.
 */
export async function followSignIn(opened: OpenedChannel, since: number, { expiresAt, stopped }: SignIn): Promise<void> {
  const { displayName } = opened.pack;
  const isStopped = stopped.then(() => true);
  while (Date.now() < Date.parse(expiresAt)) {
    if (await hasEnded(opened, since)) return;
    if (await Promise.race([isStopped, sleep(LOOK_EVERY_MS, false)]))
      throw new PlainError("sign_in_waiting", `Stopped waiting. The sign-in at ${displayName} can still be finished until ${expiresAt}.`);
  }
  throw new PlainError("sign_in_expired", `The sign-in at ${displayName} was not finished in time. Run the command again.`);
}

/** The newest entry of the shop's audit log; 0 where there is none. */
export async function newestEntry(opened: OpenedChannel): Promise<number> {
  return (await newestEntries(opened))[0]?.id ?? 0;
}

async function hasEnded(opened: OpenedChannel, since: number): Promise<boolean> {
  const last = (await newestEntries(opened)).find(
    ({ id, action, request }) => id > since && request.path["slug"] === opened.pack.slug && ENDS.has(action),
  );
  if (last?.action === "channel.connect_failed")
    throw new PlainError("sign_in_failed", String(members(members(last.after)["error"])["message"]));
  return last !== undefined;
}

const ENDS: ReadonlySet<string> = new Set(["channel.connected", "channel.connect_failed"]);

/** Enough for all that happens to a shop between two looks. */
const ENTRIES = 50;

async function newestEntries({ app, shop }: OpenedChannel): Promise<readonly z.output<typeof AuditEntryShape>[]> {
  const answer = await performCommand(app, shop, listAudit, { path: {}, query: { per_page: String(ENTRIES) } });
  return z.array(AuditEntryShape).parse(answer);
}
