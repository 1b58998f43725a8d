import { Buffer } from "node:buffer";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Links to result files: whoever has one may read the file until it expires, without a token. */
export interface BulkLinks {
  linkTo(id: number, expiresAt: Date): string;
  check(id: number, query: LinkQuery, now: Date): LinkState;
}

export interface LinkQuery {
  readonly expires: string | undefined;
  readonly signature: string | undefined;
}

export type LinkState = "open" | "expired" | "forged";

export function createBulkLinks(baseUrl: () => string): BulkLinks {
  const secret = randomBytes(32);
  const signature = (id: number, expires: string) => createHmac("sha256", secret).update(`${id}\n${expires}`).digest();
  return {
    linkTo: (id, expiresAt) => {
      const expires = String(Math.floor(expiresAt.getTime() / 1000));
      const query = new URLSearchParams({
        Expires: expires,
        Signature: signature(id, expires).toString("base64"),
        "response-content-type": "application/jsonl",
      });
      return `${baseUrl()}/bulk/${id}.jsonl?${query.toString()}`;
    },
    check: (id, { expires = "", signature: given = "" }, now) => {
      const sent = Buffer.from(given, "base64");
      const right = signature(id, expires);
      if (sent.length !== right.length || !timingSafeEqual(sent, right)) return "forged";
      return Number(expires) * 1000 <= now.getTime() ? "expired" : "open";
    },
  };
}
