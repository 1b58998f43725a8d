import { followSignals } from "../kernel/follow-signals.ts";
import { parseJson } from "../kernel/unsafe.ts";
import type { EgressFetch } from "../platform/egress/egress-port.ts";
import { type Grant, type PlatformAnswer, PlatformFault, type PlatformRequest, type Sending, type Verdict } from "./platform-request.ts";

export type Sent =
  | { readonly kind: "granted"; readonly answer: PlatformAnswer; readonly bytes: Buffer }
  | Exclude<Verdict, { readonly kind: "granted" }>;

/** A presigned URL has a session token and a signature in it: thousands of characters. */
const URL_CHARACTERS_MAX = 8_192;
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;

/** Sends a request once and judges the answer. No answer is a verdict too. */
export async function sendOnce(sending: Sending, request: PlatformRequest, grant: Grant | null): Promise<Sent> {
  using ending = followSignals(sending.signal);
  const timer = setTimeout(ending.end, sending.timeoutMs);
  try {
    const { url, ...init } = initOf(sending, request, grant);
    const response = await sending.egress.fetch(url, { ...init, signal: ending.signal });
    const bytes = await readBounded(response, request.answerBytesMax ?? ANSWER_BYTES_MAX);
    const answer = answerOf(response, bytes);
    const verdict = sending.manners.judge(answer);
    sending.log.debug({ platform: sending.platform, status: answer.status, verdict: verdict.kind }, "a platform answered");
    return verdict.kind === "granted" ? { kind: "granted", answer, bytes } : verdict;
  } catch (error) {
    sending.signal.throwIfAborted();
    if (error instanceof PlatformFault) return { kind: "refused", fault: error };
    return { kind: "again", afterMs: null, fault: unreachable(sending, ending.signal.aborted, error) };
  } finally {
    clearTimeout(timer);
  }
}

function unreachable({ platform, timeoutMs }: Sending, isLate: boolean, cause: unknown): PlatformFault {
  const what = isLate ? `${platform} didn't answer within ${timeoutMs / 1_000} s.` : `The connection to ${platform} failed.`;
  return new PlatformFault("unavailable", `${what} Feedwright tries again later.`, { isOutcomeUnknown: true, cause });
}

function initOf({ manners, settings }: Sending, request: PlatformRequest, grant: Grant | null): EgressFetch & { readonly url: string } {
  const signed = grant === null ? {} : manners.sign(grant, settings, request);
  const url = new URL(request.url);
  for (const [name, value] of Object.entries({ ...request.query, ...signed.query }))
    for (const one of value === undefined ? [] : [value].flat()) url.searchParams.append(name, String(one));
  const { type, body } = bodyOf(request);
  return {
    url: url.href,
    method: request.method,
    headers: { accept: "application/json", ...type, ...request.headers, ...signed.headers },
    ...body,
    // A URL that an answer names may lead to this machine only where the operator put the platform itself there.
    loopback: Object.values(settings.endpoints).some(
      (endpoint) => endpoint.startsWith("http://") && URL.parse(endpoint)?.origin === url.origin,
    ),
    urlCharactersMax: URL_CHARACTERS_MAX,
    signal: new AbortController().signal,
  };
}

function bodyOf({ body }: PlatformRequest): { readonly type: Record<string, string>; readonly body: Pick<EgressFetch, "body"> } {
  if (body === undefined) return { type: {}, body: {} };
  if ("json" in body) return { type: { "content-type": "application/json" }, body: { body: JSON.stringify(body.json) } };
  if ("form" in body)
    return { type: { "content-type": "application/x-www-form-urlencoded" }, body: { body: new URLSearchParams(body.form).toString() } };
  return { type: { "content-type": body.contentType }, body: { body: body.bytes } };
}

function answerOf({ status, headers }: Response, bytes: Buffer): PlatformAnswer {
  return { status, headers, json: jsonOf(bytes) };
}

/** Null for an empty body; undefined for one that isn't JSON. */
function jsonOf(bytes: Buffer): unknown {
  if (bytes.length === 0) return null;
  try {
    return parseJson(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

async function readBounded(response: Response, bytesMax: number): Promise<Buffer> {
  const body: AsyncIterable<Uint8Array> | null = response.body;
  if (body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > bytesMax)
      throw new PlatformFault("not_understood", `The platform's answer is larger than ${bytesMax} bytes. Report it.`, {
        isOutcomeUnknown: true,
      });
  }
  return Buffer.concat(chunks);
}
