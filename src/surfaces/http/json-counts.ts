import { BODY_DEPTH_MAX, BODY_ITEMS_MAX, BODY_VALUES_MAX } from "./server-limits.ts";

/**
 * What a body would become, counted in its bytes, so that nothing is built of one that is out of all proportion. Within these bounds the
 * schemas say what is wrong; text that isn't JSON may be counted wrongly, and the parser refuses it.
 */
export function countsFault(bytes: Uint8Array): string | undefined {
  /** By depth: the members or items of the object or list that is open there. */
  const items = new Int32Array(DEPTH_COUNTED_MAX + 1);
  let [depth, values] = [0, 1];
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(bytes, at);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (depth === DEPTH_COUNTED_MAX) return `Fields can be nested at most ${BODY_DEPTH_MAX} levels deep.`;
        depth += 1;
        values += 1;
        items[depth] = 1;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth = Math.max(0, depth - 1);
        break;
      case COMMA:
        values += 1;
        items[depth] = (items[depth] ?? 0) + 1;
        if ((items[depth] ?? 0) > BODY_ITEMS_MAX) return `A list or object in the body can have at most ${BODY_ITEMS_MAX} items or fields.`;
        break;
      default:
    }
    if (values > BODY_VALUES_MAX) return `The body can have at most ${BODY_VALUES_MAX} values.`;
  }
  return undefined;
}

/** Far past what is answered with its place. */
const DEPTH_COUNTED_MAX = 64 * BODY_DEPTH_MAX;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c] as const;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d] as const;

/** Of the quote that closes the string, or of the last byte where none does. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at;
  }
  return bytes.length;
}
