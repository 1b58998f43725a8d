import type { z } from "zod";
import type { Egress } from "../../platform/egress/egress-port.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import { AppFault } from "../shopify-app-port.ts";
import type { ExtractionRequest, RequestBudget, ShopTokens } from "../storefront-port.ts";
import { budgetLeft, readAnswer, reasonToAskAgain, requestedCost } from "./admin-answer.ts";
import { answerNotUnderstood, appTokenRefused, askedAgain, refusalOf, unreachable } from "./admin-faults.ts";
import { ADMIN_VERSION } from "./documents.ts";
import { jittered, type Pace, pause } from "./pace.ts";

/** Asks a shop's Admin API. Whatever may pass (a full bucket, a server's bad moment, a lost connection) is asked again. */
export interface AdminClient {
  /** Answers `data`, parsed; rejects with a `PlainError` in the merchant's words. */
  ask<T>(document: string, variables: Readonly<Record<string, unknown>>, data: z.ZodType<T>): Promise<T>;
  /** The version that answered where it is not the one asked for: Shopify serves a newer one when a version has retired. */
  readonly servedVersion: () => string | null;
}

export interface AdminTarget {
  /** As people call it: `my-shop.myshopify.com`. */
  readonly shop: string;
  /** `https://my-shop.myshopify.com`; without a slash at the end. */
  readonly origin: string;
  /** Fixed, or that of an app, which is renewed. */
  readonly token: string | ShopTokens;
  /** Of the Admin API, if not the one our documents are tested with. */
  readonly version?: string | undefined;
}

export interface AdminServices {
  readonly egress: Pick<Egress, "fetch">;
  readonly budget: RequestBudget;
  readonly log: Logger;
  readonly pace: Pace;
  readonly signal: AbortSignal;
  readonly waiting?: ExtractionRequest["waiting"];
}

/** Attempts of one request: with the ordinary pace about three minutes. */
const ATTEMPTS_MAX = 10;
/** A single failure isn't worth telling people about. */
const FAILURES_TOLD_FROM = 2;
/** What a request is taken to cost before Shopify has said. */
const COST_ESTIMATE = 12;
/** A server that asks for longer is asked again sooner, and then says so again. */
const RETRY_AFTER_MAX_S = 120;

/** One attempt: what it brought, or why and when to try again. The id is what Shopify's support asks for. */
type Attempt = { readonly data: unknown } | { readonly again: string; readonly afterMs: number | null; readonly requestId?: string | null };

export function adminClient(target: AdminTarget, services: AdminServices): AdminClient {
  const { signal, pace, log, waiting = () => undefined } = services;
  const costs = new Map<string, number>();
  const { token } = target;
  const tokens = typeof token === "string" ? null : token;
  let served: string | null = null;

  async function attempt(document: string, variables: Readonly<Record<string, unknown>>, renewal: Renewal): Promise<Attempt> {
    await takeBudget(services, costs.get(document) ?? COST_ESTIMATE);
    const silent = AbortSignal.timeout(pace.silentAfterMs);
    const accessToken = typeof token === "string" ? token : await token.current(signal);
    const sent = { accessToken, body: { query: document, variables }, signal: AbortSignal.any([signal, silent]) };
    const response = await post(services.egress, target, sent);
    const text = await response.text();
    const requestId = response.headers.get("x-request-id");
    log.debug({ shopify_request_id: requestId, status: response.status }, "asked Shopify");
    served = differentVersion(response, target, log) ?? served;
    if (response.status === 401 && tokens !== null) {
      if (renewal.isDone) throw appTokenRefused(target.shop);
      renewal.isDone = true;
      await tokens.renew(accessToken, signal);
      return { again: "HTTP 401", afterMs: 0, requestId };
    }
    const refusal = refusalOf(response.status, target.shop);
    if (refusal !== undefined) {
      log.warn({ shopify_request_id: requestId, status: response.status }, "Shopify refused a request");
      throw refusal;
    }
    if (!response.ok) return { again: `HTTP ${response.status}`, afterMs: retryAfterMs(response), requestId };
    const answer = readAnswer(text);
    if (answer === undefined) return { again: "an answer that isn't JSON", afterMs: null, requestId };
    const left = budgetLeft(answer);
    if (left !== undefined) await services.budget.report(left);
    costs.set(document, requestedCost(answer) ?? COST_ESTIMATE);
    const reason = reasonToAskAgain(answer, target.shop);
    return reason === undefined ? { data: answer.data } : { ...reason, requestId };
  }

  return {
    servedVersion: () => served,
    async ask(document, variables, data) {
      let last = "";
      const renewal = { isDone: false };
      for (let count = 1; count <= ATTEMPTS_MAX; count += 1) {
        signal.throwIfAborted();
        const result = await attempt(document, variables, renewal).catch((error: unknown) => connectionFault(error, signal));
        if ("data" in result) {
          waiting(null);
          return parsed(data, result.data, target.shop);
        }
        last = result.again;
        if (count >= FAILURES_TOLD_FROM) waiting(askedAgain(target.shop, last));
        log.info({ reason: last, attempt: count, shopify_request_id: result.requestId ?? null }, "asking Shopify again");
        const waitMs = result.afterMs ?? Math.min(pace.retryMaxMs, pace.retryMs * 2 ** (count - 1));
        if (count < ATTEMPTS_MAX) await pause(waitMs + jittered(pace.retryMs), signal);
      }
      throw unreachable(target.shop, ATTEMPTS_MAX, last);
    },
  };
}

/** A token that Shopify refuses is renewed once for each request. */
interface Renewal {
  isDone: boolean;
}

function parsed<T>(schema: z.ZodType<T>, data: unknown, shop: string): T {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  throw answerNotUnderstood(shop, result.error);
}

/** What `fetch` throws for a connection that failed or fell silent, which always has a cause; our own errors go on. */
function connectionFault(error: unknown, signal: AbortSignal): Attempt {
  signal.throwIfAborted();
  if (error instanceof AppFault && error.fault === "unavailable") return { again: "no token", afterMs: null };
  if (error instanceof TypeError && error.cause !== undefined) return { again: "the connection failed", afterMs: null };
  if (error instanceof DOMException && error.name === "TimeoutError") return { again: "no answer in time", afterMs: null };
  throw error;
}

async function takeBudget({ budget, signal }: AdminServices, cost: number): Promise<void> {
  for (;;) {
    const waitMs = await budget.take(cost);
    if (waitMs <= 0) return;
    await pause(waitMs, signal);
  }
}

/** Whether a shop is played by a simulator on this machine, the only one that is reached without encryption. */
export function isOnThisMachine({ origin }: AdminTarget): boolean {
  return origin.startsWith("http://");
}

interface Sent {
  readonly accessToken: string;
  readonly body: object;
  readonly signal: AbortSignal;
}

/** No redirect is followed: the token goes to the shop it belongs to and nowhere else. */
function post(egress: AdminServices["egress"], target: AdminTarget, { accessToken, body, signal }: Sent): Promise<Response> {
  return egress.fetch(`${target.origin}/admin/api/${versionOf(target)}/graphql.json`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", "x-shopify-access-token": accessToken },
    body: JSON.stringify(body),
    signal,
    loopback: isOnThisMachine(target),
  });
}

const versionOf = ({ version = ADMIN_VERSION }: AdminTarget): string => version;

function differentVersion({ headers }: Response, target: AdminTarget, log: Logger): string | undefined {
  const version = headers.get("x-shopify-api-version");
  if (version === null || version === versionOf(target)) return undefined;
  log.warn({ asked: versionOf(target), served: version }, "Shopify answers with an API version other than the one requested");
  return version;
}

/** `Retry-After` is in seconds, whatever libraries make of it. */
function retryAfterMs(response: Response): number | null {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return seconds >= 0 && seconds <= RETRY_AFTER_MAX_S ? seconds * 1000 : null;
}
