import { branded, members } from "../../kernel/unsafe.ts";

/** An answer as an agent gets it: small enough for its context, and whatever is left out is counted. */

export type Answer = Readonly<Record<string, unknown>>;

/** The whole result has at most 60,000 bytes; its text of 2,000 characters, as JSON within JSON, takes up to 9,000 of them. */
const ANSWER_BYTES_MAX = 50_000;

/** Adds the number of the next page, and shortens the answer where it has to. */
export function boundedAnswer(answer: Answer): Answer {
  const whole = withNextPage(answer);
  if (bytesOf(whole) <= ANSWER_BYTES_MAX) return whole;
  return (
    shorterTexts(answer, GENTLE) ??
    shorterPage(answer) ??
    shorterTexts(answer, HARD) ?? { data: null, left_out: { ...NOTHING_LEFT, how: HOW } }
  );
}

/** What one step of shortening leaves: characters of a text, items of a list, members of an object that has as many as a row has columns. */
interface Bounds {
  readonly text: number;
  readonly items: number;
  readonly columns: number;
}

const GENTLE: readonly Bounds[] = [
  { text: 2_000, items: 1_000, columns: 1_000 },
  { text: 500, items: 200, columns: 500 },
  { text: 200, items: 50, columns: 200 },
];
const HARDEST: Bounds = { text: 40, items: 1, columns: 10 };
const HARD: readonly Bounds[] = [
  { text: 200, items: 20, columns: 120 },
  { text: 120, items: 8, columns: 80 },
  { text: 60, items: 5, columns: 60 },
  { text: 40, items: 5, columns: 30 },
  HARDEST,
];
/** An object with more members than this is a map, by column for example. Resources have fewer, and keep them all. */
const RESOURCE_MEMBERS_MAX = 60;

const HOW =
  "The answer was too long, so long strings, lists and maps are cut. Ask for one object, for fewer objects, or use a narrower filter.";
const NOTHING_LEFT = { texts: 0, items: 0, columns: 0 };

type LeftOut = { -readonly [Name in keyof typeof NOTHING_LEFT]: number };

function shorterTexts(answer: Answer, steps: readonly Bounds[]): Answer | undefined {
  const { data } = answer;
  const isPage = Array.isArray(data) && members(answer["meta"])["page"] !== undefined;
  for (const bounds of steps) {
    const left = { ...NOTHING_LEFT };
    const { meta, ...rest } = answer;
    // The items of a page are shortened by asking for a smaller page, so that the next page begins where this one ends.
    const short = isPage ? { ...rest, data: data.map((item) => shortened(item, bounds, left)) } : members(shortened(rest, bounds, left));
    const told = withNextPage({ ...short, ...(meta === undefined ? {} : { meta }), left_out: { ...left, how: HOW } });
    if (bytesOf(told) <= ANSWER_BYTES_MAX) return told;
  }
  return undefined;
}

/** The same page in smaller pages: the answer is that to a request with a smaller `per_page`. */
function shorterPage(answer: Answer): Answer | undefined {
  const { data } = answer;
  const { page, per_page: perPage, total, ...rest } = members(answer["meta"]);
  if (!Array.isArray(data) || typeof page !== "number" || typeof perPage !== "number") return undefined;
  for (const { bounds, fewer } of pageSteps(perPage)) {
    const left = { ...NOTHING_LEFT };
    const kept = data.slice(0, fewer).map((item) => shortened(item, bounds, left));
    const smallPage = ((page - 1) * perPage) / fewer + 1;
    const pages = Math.ceil(Number(total) / fewer);
    const meta = { ...rest, page: smallPage, per_page: fewer, total, total_pages: pages, has_more: smallPage < pages };
    const how = `The page was too long, so it has ${fewer} items. Ask for the next page with \`per_page: ${fewer}\`. Long strings are cut; ask for one object to see them in full.`;
    const told = withNextPage({ ...answer, data: kept, meta, left_out: { ...left, items: data.length - kept.length, how } });
    if (bytesOf(told) <= ANSWER_BYTES_MAX) return told;
  }
  return undefined;
}

/** Fewer items first; when one item alone is too long, it's shortened further. */
function pageSteps(perPage: number): readonly { readonly bounds: Bounds; readonly fewer: number }[] {
  const [first = HARDEST, ...others] = HARD;
  return [...divisorsOf(perPage).map((fewer) => ({ bounds: first, fewer })), ...others.map((bounds) => ({ bounds, fewer: 1 }))];
}

/** Smaller numbers that fill `count` without a rest, the largest first. */
function divisorsOf(count: number): readonly number[] {
  return Array.from({ length: count - 1 }, (_, at) => count - 1 - at).filter((fewer) => count % fewer === 0);
}

function shortened(value: unknown, bounds: Bounds, left: LeftOut): unknown {
  if (typeof value === "string") {
    if (value.length <= bounds.text) return value;
    left.texts += 1;
    return cutText(value, bounds.text);
  }
  if (Array.isArray(value)) {
    left.items += Math.max(0, value.length - bounds.items);
    return branded<readonly unknown[]>(value)
      .slice(0, bounds.items)
      .map((item) => shortened(item, bounds, left));
  }
  if (typeof value !== "object" || value === null) return value;
  const named = Object.entries(value);
  const isWhole = named.length <= RESOURCE_MEMBERS_MAX && bounds !== HARDEST;
  const kept = isWhole ? named : named.slice(0, bounds.columns);
  left.columns += named.length - kept.length;
  return Object.fromEntries(kept.map(([name, member]) => [name, shortened(member, bounds, left)]));
}

/** Never between the halves of a character. */
export function cutText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  return `${text.slice(0, charactersMax - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function withNextPage(answer: Answer): Answer {
  const meta = members(answer["meta"]);
  return meta["has_more"] === true ? { ...answer, meta: { ...meta, next_page: Number(meta["page"]) + 1 } } : answer;
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
