import type { PlatformFault } from "../../channels/platform-request.ts";
import type { Lifecycle } from "../../kernel/lifecycle.ts";

export type ConnectionStatus = "pending" | "connected" | "error" | "removing";
type ConnectionEvent = "sign_in" | "choose_account" | "fault" | "recover" | "disconnect";

/**
 * A shop's connection to a platform. `sign_in`: somebody signed in again. `fault`: the platform refuses the connection until somebody does something
 * about it. `recover`: a call succeeded after that. `disconnect`: registrations are deleted and the grant is revoked, then the row goes.
 */
export const CHANNEL_CONNECTION: Lifecycle<ConnectionStatus, ConnectionEvent> = {
  pending: { sign_in: "pending", choose_account: "connected", fault: "error", recover: "pending", disconnect: "removing" },
  connected: { sign_in: "connected", choose_account: "connected", fault: "error", recover: "connected", disconnect: "removing" },
  error: { sign_in: "connected", choose_account: "connected", fault: "error", recover: "connected", disconnect: "removing" },
  removing: { sign_in: null, choose_account: null, fault: null, recover: null, disconnect: "removing" },
};

/** A sign-in must be finished within this time. */
export const SIGN_IN_SECONDS = 600;

/** Faults that last until somebody acts. Others pass, so they don't change the connection. */
const LASTING: ReadonlySet<PlatformFault["code"]> = new Set(["reauth_required", "permission_missing"]);

export function isLasting({ code }: PlatformFault): boolean {
  return LASTING.has(code);
}
