import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { Secrets } from "../../platform/secrets/secrets-port.ts";
import { countInBucket } from "./keys-queries.ts";
import { type RequestWindow, requestWindow } from "./request-window.ts";

/** 4 hexadecimal digits: 65,536 buckets, as the table's check says. */
const BUCKET_DIGITS = 4;

/**
 * Counts a request without a valid key. Networks share buckets, so that nobody can make the table grow; the hash has a key, so
 * that nobody can aim at another's. Whoever shares one with an attacker is told 429 where it would have been 401.
 */
export async function countAddress(db: Db, secrets: Secrets, network: string): Promise<RequestWindow> {
  const bucket = Number.parseInt(secrets.sign("client-network", network).slice(0, BUCKET_DIGITS), 16);
  return requestWindow(await countInBucket(db, bucket));
}
