import type { ChannelPack } from "../../src/channels/channel-port.ts";
import { openAsk } from "../../src/channels/platform-ask.ts";
import { isSupported, type PlatformAccount, type PlatformCall } from "../../src/channels/platform-port.ts";
import { type Grant, PlatformFault, type PlatformSettings } from "../../src/channels/platform-request.ts";
import { openEgress } from "../../src/platform/egress/open-egress.ts";
import { silentLog } from "../../src/platform/objects/silent-log.ts";

/** A call to a platform from one process, with the real client and the real way out. */
export interface PlatformSession extends AsyncDisposable {
  readonly call: PlatformCall;
  grant: Grant | null;
  account: PlatformAccount | null;
  /** Times the grant was renewed. */
  readonly renewals: () => number;
}

interface SessionOptions {
  readonly settings: PlatformSettings;
  /** What real pauses are divided by: a fake has no need for them. */
  readonly hurry: number;
  readonly timeoutMs?: number;
}

export function openSession(
  { platform, displayName }: ChannelPack,
  { settings, hurry, timeoutMs = 60_000 }: SessionOptions,
): PlatformSession {
  const egress = openEgress({ allowLoopback: true, log: silentLog });
  let renewals = 0;
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms / hurry));
  const grant = (): Grant => session.grant ?? raise("reauth_required", `Connect ${displayName} first.`);
  const asking = openAsk({
    platform: displayName,
    ...{ settings, manners: platform.manners, egress, log: silentLog, signal: new AbortController().signal, timeoutMs, grant, pause },
    async renew(expired) {
      const { refresh } = platform.connecting;
      if (!isSupported(refresh)) throw fault("reauth_required", refresh.instead);
      renewals += 1;
      session.grant = await refresh(session.call, expired);
    },
    take: async () => 0,
    hold: async () => undefined,
    random: () => 0.5,
  });
  const session: PlatformSession = {
    call: {
      ...{ settings, grant, pause, ...asking },
      account: () => session.account ?? raise("account_required", `Choose a ${displayName} account first.`),
      now: () => new Date(),
    },
    grant: null,
    account: null,
    renewals: () => renewals,
    [Symbol.asyncDispose]: () => egress[Symbol.asyncDispose](),
  };
  return session;
}

type Missing = "reauth_required" | "account_required";

const fault = (code: Missing, message: string): PlatformFault => new PlatformFault(code, message);

function raise(code: Missing, message: string): never {
  throw fault(code, message);
}
