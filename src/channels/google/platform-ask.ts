import { z } from "zod";
import { endpointOf } from "../platform-endpoints.ts";
import type { PlatformCall } from "../platform-port.ts";
import { PlatformFault, type PlatformRequest } from "../platform-request.ts";
import { CALLS, NOT_REGISTERED } from "./platform-manners.ts";

/** A call of Merchant API. */
export type GoogleRequest = Pick<PlatformRequest, "method" | "isRepeatable"> & {
  /** Below the API's base URL: `datasources/v1/accounts/1/dataSources`. */
  readonly path: string;
  readonly query?: PlatformRequest["query"];
  readonly json?: unknown;
};

export function askGoogle<T>(call: PlatformCall, { path, json, query, ...rest }: GoogleRequest, answer: z.ZodType<T>): Promise<T> {
  const request: PlatformRequest = {
    ...rest,
    url: `${endpointOf(call.settings, "api")}/${path}`,
    ...(query === undefined ? {} : { query }),
    ...(json === undefined ? {} : { body: { json } }),
    rates: [CALLS],
    isSigned: true,
  };
  return call.ask(request, answer);
}

/** Asks about an account. A Cloud project that Google doesn't know yet is registered with that account, once. */
export async function askAccount<T>(call: PlatformCall, accountId: string, request: GoogleRequest, answer: z.ZodType<T>): Promise<T> {
  try {
    return await askGoogle(call, request, answer);
  } catch (error) {
    if (!isNotRegistered(error)) throw error;
    await register(call, accountId, error);
  }
  try {
    return await askGoogle(call, request, answer);
  } catch (error) {
    throw isNotRegistered(error) ? notYet(error) : error;
  }
}

function isNotRegistered(error: unknown): error is PlatformFault {
  return error instanceof PlatformFault && error.platformCode === NOT_REGISTERED;
}

/** The account must be the owner's own, with a claimed website, and no test account; Google then knows the project for all accounts. */
async function register(call: PlatformCall, accountId: string, cause: PlatformFault): Promise<void> {
  const path = `accounts/v1/accounts/${accountId}/developerRegistration:registerGcp`;
  try {
    await askGoogle(call, { method: "POST", path, json: {}, isRepeatable: true }, z.unknown());
  } catch (error) {
    if (!(error instanceof PlatformFault) || error.code === "already_exists") return;
    if (error.code !== "refused" && error.code !== "permission_missing" && error.code !== "not_found") throw error;
    throw new PlatformFault(
      "permission_missing",
      `Google doesn't let account ${accountId} register this installation's Cloud project. Claim the account's website in Merchant Center and connect as an admin of it, ` +
        "or register the project once from another account of yours. Test accounts and sub-accounts can't.",
      { platformCode: cause.platformCode, cause: error },
    );
  }
}

function notYet(cause: PlatformFault): PlatformFault {
  const sentence =
    "Google has registered this installation's Cloud project, which takes about five minutes to count. Feedwright tries again later.";
  return new PlatformFault("unavailable", sentence, { platformCode: cause.platformCode, retryAfterMs: REGISTERED_AFTER_MS, cause });
}

/** Google's quick start says to wait five minutes. */
const REGISTERED_AFTER_MS = 5 * 60_000;

/** An answer whose content doesn't matter. */
export const Anything = z.unknown();
