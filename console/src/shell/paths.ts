/** Addresses carry the numbers of ids alone: `/shops/1/feeds/2` is `shop_1` and `feed_2`. */

type Kind = "shop" | "feed" | "run" | "rule" | "ext" | "wh";

export function shortId(id: string): string {
  return /^(?:shop|feed|run|rule|ext|wh)_(\d+)$/.exec(id)?.[1] ?? id;
}

export function fullId(kind: Kind, short: string): string {
  return /^\d+$/.test(short) ? `${kind}_${short}` : short;
}
