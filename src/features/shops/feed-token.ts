import { randomBytes } from "node:crypto";

/** The only credential of a feed URL: 160 bits. */
const FEED_TOKEN_BYTES = 20;

export function newFeedToken(random: (bytes: number) => Buffer = randomBytes): string {
  return random(FEED_TOKEN_BYTES).toString("hex");
}
