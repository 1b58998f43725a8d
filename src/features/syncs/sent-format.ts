import { readableFormat } from "../../kernel/stored-format.ts";

/** Of the objects that say what was sent: what this version writes, and the newest it reads. */
export const SENT_FORMAT = 1;

interface SentTo {
  readonly sent_key: string | null;
  readonly sent_format: number;
}

/** The key of the object that says what was sent; null: nothing was. Throws `FormatNewer`. */
export function sentKeyOf({ sent_key: key, sent_format: format }: SentTo): string | null {
  if (key !== null) readableFormat("state of a push", SENT_FORMAT, { format });
  return key;
}
