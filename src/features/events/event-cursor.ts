import { branded } from "../../kernel/unsafe.ts";

/**
 * A place in a shop's events: everything up to it has been read. Ids alone can't say that, because an event becomes visible when its transaction
 * commits, which may be after one with a greater id. So the place is that of the transaction, then of the event in it.
 */
export interface EventCursor {
  /** When the place was the newest, in milliseconds: an older one than events are kept has lost some. */
  readonly atMs: number;
  readonly tx: TransactionNumber;
  /** Empty: before the first event of the transaction. */
  readonly eventId: string;
}

/** 64 bits, so a string. */
export type TransactionNumber = string & { readonly brand: "transaction" };

const CURSOR = /^([0-9]{1,15})-([0-9]{1,19})-(evt_[0-9A-HJKMNP-TV-Z]{26})?$/;

export function writeCursor({ atMs, tx, eventId }: EventCursor): string {
  return `${atMs}-${tx}-${eventId}`;
}

/** Undefined for a string that isn't a cursor. */
export function readCursor(text: string): EventCursor | undefined {
  const [, atMs, tx, eventId = ""] = CURSOR.exec(text) ?? [];
  if (atMs === undefined || tx === undefined || BigInt(tx) > TRANSACTION_MAX) return undefined;
  return { atMs: Number(atMs), tx: branded<TransactionNumber>(tx), eventId };
}

/** A few below 2^63, so that the database's arithmetic never overflows. */
const TRANSACTION_MAX = 9_000_000_000_000_000_000n;
