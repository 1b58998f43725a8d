import { boolean, cut, itemsIn, list, lower, type References, text, whole } from "../given.ts";

const TESTS: Readonly<Record<string, (item: string, part: string) => boolean>> = {
  contains: (item, part) => item.includes(part),
  "not contains": (item, part) => !item.includes(part),
  equals: (item, part) => item === part,
  "not equals": (item, part) => item !== part,
  "starts with": (item, part) => item.startsWith(part),
  "ends with": (item, part) => item.endsWith(part),
};

const order = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const byCase = (a: string, b: string): number => order(lower(a), lower(b)) || order(a, b);

export const LISTS: References = {
  list: (given) => list(itemsIn(given.text(0), given.has(1) ? given.text(1) : ",")),
  item: (given) => {
    const index = given.count(1);
    return text((index === 0 ? undefined : given.list(0).at(index < 0 ? index : index - 1)) ?? "");
  },
  list_count: (given) => whole(given.list(0).length),
  list_contains: (given) => {
    const wanted = lower(given.text(1).replace(/^\p{Zs}+|\p{Zs}+$/gu, ""));
    return boolean(given.list(0).some((item) => lower(item) === wanted));
  },
  list_join: (given) => cut(given.list(0).join(given.has(1) ? given.text(1) : ", ")),
  list_sort: (given) => {
    const sorted = given.list(0).toSorted(byCase);
    return list(given.text(1) === "desc" ? sorted.toReversed() : sorted);
  },
  list_unique: (given) => {
    const folded = given.list(0).map(lower);
    return list(given.list(0).filter((_, at) => folded.indexOf(folded[at] ?? "") === at));
  },
  list_filter: (given) => {
    const test = TESTS[given.text(1)];
    if (given.isBlank(2) || test === undefined) return list(given.list(0));
    return list(given.list(0).filter((item) => test(lower(item), lower(given.text(2)))));
  },
  list_slice: (given) => {
    const items = given.list(0);
    const place = (count: number): number => Math.max(count < 0 ? items.length + 1 + count : count, 1);
    const [from, to] = [place(given.count(1)), place(given.count(2))];
    return list(items.slice(from - 1, Math.max(to - 1, from - 1)));
  },
};
