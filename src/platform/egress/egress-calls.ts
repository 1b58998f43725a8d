import { fetch, type Agent } from "undici";
import { followSignals } from "../../kernel/follow-signals.ts";
import { members } from "../../kernel/unsafe.ts";
import { faultOf, type Fault } from "./egress-failure.ts";
import type { Egress, EgressAnswer, EgressFailure, EgressFetch, EgressRequest } from "./egress-port.ts";
import { AddressRefused, guardedAgent } from "./guarded-agent.ts";
import type { EgressOptions } from "./open-egress.ts";
import { nameResolver } from "./resolve-name.ts";
import { urlRefusal } from "./url-refusal.ts";

/** What of the way out needs the HTTP client. */
export type EgressCalls = Pick<Egress, "post" | "fetch"> & AsyncDisposable;

export function openCalls({ allowLoopback, resolve = nameResolver(), log }: EgressOptions): EgressCalls {
  const strict = guardedAgent({ loopback: false }, resolve);
  const lenient = guardedAgent({ loopback: true }, resolve);
  const agentFor = (loopback: boolean): Agent => (loopback ? lenient : strict);
  return {
    async post(request: EgressRequest): Promise<EgressAnswer | EgressFailure> {
      const startedAt = performance.now();
      const durationMs = (): number => Math.round(performance.now() - startedAt);
      const failed = (fault: Fault): EgressFailure => ({ kind: "failed", ...fault, durationMs: durationMs() });
      const clause = urlRefusal(request.url, { loopback: allowLoopback });
      if (clause !== null) return failed({ fault: "refused_address", message: `The URL ${clause}, so nothing was sent.` });
      using ending = followSignals(request.signal);
      const timer = setTimeout(ending.end, request.timeoutMs);
      try {
        const answer = await Promise.race([answerOf(agentFor(allowLoopback), request, ending.signal), ended(ending.signal)]);
        return { kind: "answered", ...answer, durationMs: durationMs() };
      } catch (error) {
        if (request.signal.aborted) return failed({ fault: "cancelled", message: "The call was cancelled." });
        if (ending.signal.aborted) return failed({ fault: "timed_out", message: `No answer within ${request.timeoutMs / 1_000} s.` });
        const { hostname } = new URL(request.url);
        const fault = faultOf(error, hostname);
        log.debug({ host: hostname, fault: fault.fault, code: members(error)["code"] ?? null }, "a call failed");
        return failed(fault);
      } finally {
        clearTimeout(timer);
      }
    },
    async fetch(url: string, { loopback = false, urlCharactersMax, ...init }: EgressFetch) {
      const clause = urlRefusal(url, { loopback, ...(urlCharactersMax === undefined ? {} : { urlCharactersMax }) });
      if (clause !== null) throw new TypeError("fetch failed", { cause: new AddressRefused(`the address ${clause}`) });
      return fetch(url, { ...init, redirect: "error", dispatcher: agentFor(loopback) });
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([strict.destroy(), lenient.destroy()]);
    },
  };
}

/** Rejects when the signal says so. undici hears an end only once a connection stands, and a silent name server keeps it from that. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = (): void => reject(new Error("the call has ended"));
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}

async function answerOf(agent: Agent, request: EgressRequest, signal: AbortSignal): Promise<Omit<EgressAnswer, "kind" | "durationMs">> {
  const url = new URL(request.url);
  const { statusCode, headers, body } = await agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: "POST",
    // What is kept of an answer is read by people, and nothing that comes is unpacked.
    headers: { "accept-encoding": "identity", ...request.headers },
    body: request.body,
    signal,
    // The one deadline is `signal`.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const kept = await firstBytes(body, request.keptBytesMax);
  const retryAfter = headers["retry-after"];
  return { status: statusCode, retryAfter: (Array.isArray(retryAfter) ? retryAfter[0] : retryAfter) ?? null, body: textOf(kept) };
}

/** To leave a body before its end closes the connection, so an endless answer costs what is kept of it. */
async function firstBytes(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<{ bytes: Buffer; whole: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > bytesMax) return { bytes: Buffer.concat(chunks).subarray(0, bytesMax), whole: false };
  }
  return { bytes: Buffer.concat(chunks), whole: true };
}

/** A character that the cut went through is left out. PostgreSQL takes no NUL. */
function textOf({ bytes, whole }: { readonly bytes: Buffer; readonly whole: boolean }): string {
  return new TextDecoder("utf-8").decode(bytes, { stream: !whole }).replaceAll("\0", "");
}
