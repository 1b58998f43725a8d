import { askedTogether } from "../../kernel/asked-together.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { Secrets } from "../../platform/secrets/secrets-port.ts";
import { countInBucket } from "./keys-queries.ts";
import { type RequestWindow, requestWindow } from "./request-window.ts";

/** 4 hexadecimal digits: 65,536 buckets, as the table's check says. */
const BUCKET_DIGITS = 4;

/** Counts a request of a network that has no valid key. */
export type CountAddress = (network: string) => Promise<RequestWindow>;

/**
 * Networks share buckets, so that nobody can make the table grow; the hash has a key, so that nobody can aim at another's. Whoever
 * shares one with an attacker is told 429 where it would have been 401. As of a key, requests that come together are counted together.
 */
export function countAddresses(db: Db, secrets: Secrets): CountAddress {
  const counted = askedTogether<number, RequestWindow>({
    laneOf: String,
    async answer(buckets) {
      const row = await countInBucket(db, buckets[0] ?? 0, buckets.length);
      return buckets.map((_, at) => requestWindow({ ...row, requests: row.requests - (buckets.length - 1 - at) }));
    },
  });
  return (network) => counted(Number.parseInt(secrets.sign("client-network", network).slice(0, BUCKET_DIGITS), 16));
}
