import { randomBytes } from "node:crypto";

/** Crockford's base32, in which ULIDs are written. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TIME_DIGITS = 10;
const RANDOM_DIGITS = 16;

/** `evt_` and a ULID: 48 bits of time, so that ids sort as events came, and 80 random ones. */
export function eventId(at: Date, random: (bytes: number) => Buffer = randomBytes): string {
  const time = Array.from({ length: TIME_DIGITS }, (_, place) => digit(Math.floor(at.getTime() / 32 ** (TIME_DIGITS - 1 - place))));
  const chance = Array.from(random(RANDOM_DIGITS), digit);
  return `evt_${time.join("")}${chance.join("")}`;
}

/** Of the lowest five bits. */
function digit(value: number): string {
  return DIGITS.charAt(value % DIGITS.length);
}
