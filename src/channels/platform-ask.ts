import type { z } from "zod";
import type { PlatformCall } from "./platform-port.ts";
import { type Asking, PlatformFault, type PlatformRequest, type RateLimit } from "./platform-request.ts";
import { sendOnce, type Sent } from "./platform-send.ts";

/** Attempts of one request, the first included. */
const ATTEMPTS_MAX = 6;
const FIRST_PAUSE_MS = 1_000;
const PAUSE_MAX_MS = 60_000;
/** A platform that asks for longer isn't waited for: the work is put off. */
const WAIT_MAX_MS = 120_000;
/** Rates are looked at again while they are waited for: another process may have been told of them. */
const LOOK_AGAIN_MS = 5_000;

/** The two ways to ask a platform, as verbs get them. */
export function openAsk(asking: Asking): Pick<PlatformCall, "ask" | "load"> {
  return {
    async ask(request, answer) {
      return parsed(asking, (await askPlatform(asking, request)).answer.json, answer);
    },
    load: async (request) => (await askPlatform(asking, request)).bytes,
  };
}

/** Sends a request as often as it may be sent. Throws a `PlatformFault`. */
async function askPlatform(asking: Asking, request: PlatformRequest): Promise<Sent & { readonly kind: "granted" }> {
  let isRenewed = false;
  for (let attempt = 1; ; attempt += 1) {
    await takeTurn(asking, request.rates);
    const grant = request.isSigned ? asking.grant() : null;
    const sent = await sendOnce(asking, request, grant);
    if (sent.kind === "granted") return sent;
    if (sent.kind === "refused") throw sent.fault;
    if (sent.kind === "again") await waitOrThrow(asking, request, { ...sent, attempt });
    else if (grant === null || isRenewed) throw sent.fault ?? refusedToken(asking.platform);
    else {
      isRenewed = true;
      await asking.renew(grant);
    }
  }
}

function refusedToken(platform: string): PlatformFault {
  return new PlatformFault("reauth_required", `${platform} no longer accepts the connection. Connect ${platform} again.`);
}

interface Failed {
  readonly fault: PlatformFault;
  readonly afterMs: number | null;
  readonly attempt: number;
}

async function waitOrThrow(asking: Asking, request: PlatformRequest, { fault, afterMs, attempt }: Failed): Promise<void> {
  if (afterMs !== null && afterMs > 0) await asking.hold(request.rates, afterMs);
  const mayRepeat = request.isRepeatable || !fault.isOutcomeUnknown;
  if (!mayRepeat || attempt >= ATTEMPTS_MAX || (afterMs ?? 0) > WAIT_MAX_MS) throw fault;
  asking.log.info(
    { platform: asking.platform, fault: fault.code, platform_code: fault.platformCode, attempt },
    "a platform is asked again",
  );
  const backoffMs = Math.min(PAUSE_MAX_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
  await asking.pause(afterMs ?? backoffMs * (0.5 + asking.random() / 2));
}

async function takeTurn(asking: Asking, limits: readonly RateLimit[]): Promise<void> {
  for (const limit of limits) {
    for (let waitMs = await asking.take(limit); waitMs > 0; waitMs = await asking.take(limit)) {
      if (waitMs > WAIT_MAX_MS)
        throw new PlatformFault("throttled", `${asking.platform} takes no more requests for now. Feedwright tries again later.`, {
          retryAfterMs: waitMs,
        });
      await asking.pause(Math.min(waitMs, LOOK_AGAIN_MS));
    }
  }
}

function parsed<T>({ platform }: Asking, json: unknown, answer: z.ZodType<T>): T {
  const result = answer.safeParse(json);
  if (result.success) return result.data;
  const sentence = `${platform} answered in a form that this version doesn't know. Update Feedwright, or report it.`;
  throw new PlatformFault("not_understood", sentence, { cause: result.error, isOutcomeUnknown: true });
}
