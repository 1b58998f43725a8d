import { type ApiAnswer, call } from "../api/client.ts";
import { useApi, useAsked } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";

type Mappings = ApiAnswer<"columns.mappings">;
type Profile = ApiAnswer<"columns.profile">["data"][number];
type Attribute = ApiAnswer<"channels.attributes">[number];

/** What a channel says of a column. */
export interface Mark {
  readonly channel: string;
  readonly requirement: Attribute["requirement"];
  readonly condition: string | null;
}

export interface MappedColumn {
  readonly name: string;
  /** A source column, `=` and an expression, or null. */
  readonly reads: string | null;
  readonly isDefault: boolean;
  readonly byDefault: string | null;
  readonly profile: Profile | undefined;
  readonly marks: readonly Mark[];
}

const PER_PAGE = 100;
const PAGES_MAX = 10;

/** The feed's columns and mapped attributes with what they read, how full they are, and what each assigned channel says of them. */
export function useColumnsOfFeed() {
  const { id } = useFeed();
  const mappings = useApi("columns.mappings", { path: { feed_id: id } });
  const channels = useApi("feed_channels.list", { path: { feed_id: id } });
  const slugs = (channels.data ?? []).map(({ slug }) => slug);
  const profiles = useAsked(["columns.profile", id, "every page"], () => everyProfile(id));
  const attributes = useAsked(
    ["channels.attributes", slugs],
    () => Promise.all(slugs.map(async (slug) => ({ slug, attributes: await call("channels.attributes", { path: { slug } }) }))),
    { enabled: channels.data !== undefined },
  );
  // Their order follows from all of it, so nothing is shown before all of it is there.
  const isWhole = mappings.data !== undefined && profiles.data !== undefined && attributes.data !== undefined;
  const columns = isWhole ? sorted(columnsOf(mappings.data, profiles.data, attributes.data)) : undefined;
  return { mappings, profiles, columns, slugs };
}

async function everyProfile(id: string): Promise<readonly Profile[]> {
  const found: Profile[] = [];
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const { data, meta } = await call("columns.profile", { path: { id }, query: { side: "feed", page, per_page: PER_PAGE } });
    found.push(...data);
    if (!meta.has_more) break;
  }
  return found;
}

interface OfChannel {
  readonly slug: string;
  readonly attributes: readonly Attribute[];
}

/** Besides the feed's own columns: attributes that are mapped, and those that a channel can't do without. */
function columnsOf(
  { feed_columns: own, mappings, defaults }: Mappings,
  profiles: readonly Profile[],
  channels: readonly OfChannel[],
): readonly MappedColumn[] {
  const needed = channels.flatMap(({ attributes }) =>
    attributes.filter(({ from, requirement }) => from === null && requirement === "required").map(({ name }) => name),
  );
  const mapped = Object.keys(mappings).filter((name) => mappings[name] !== null);
  return [...new Set([...own, ...mapped, ...needed])].map((name) => ({
    name,
    reads: mappings[name] ?? null,
    isDefault: (mappings[name] ?? null) === (defaults[name] ?? null),
    byDefault: defaults[name] ?? null,
    profile: profiles.find((profile) => profile.name === name),
    marks: channels.flatMap(({ slug, attributes }) => markOf(slug, attributes, name)),
  }));
}

const STRENGTH = ["required", "conditional", "optional"] as const;

/** A channel may write several attributes from one column: the strictest says. */
function markOf(channel: string, attributes: readonly Attribute[], column: string): readonly Mark[] {
  const [strictest] = attributes
    .filter(({ name, from }) => (from ?? name) === column)
    .toSorted((one, other) => STRENGTH.indexOf(one.requirement) - STRENGTH.indexOf(other.requirement));
  return strictest === undefined
    ? []
    : [{ channel, requirement: strictest.requirement, condition: strictest.condition?.replaceAll("`", "") ?? null }];
}

/** What is required and isn't full comes first, the emptiest before all. */
function sorted(columns: readonly MappedColumn[]): readonly MappedColumn[] {
  return columns.toSorted((one, other) => rank(one) - rank(other) || (isMissing(one) ? filledShare(one) - filledShare(other) : 0));
}

function rank(column: MappedColumn): number {
  return isMissing(column) ? 0 : 1;
}

export function isMissing(column: MappedColumn): boolean {
  // Before the first run nothing is known.
  if (column.profile?.rows === null) return false;
  return !isFull(column) && column.marks.some(({ requirement }) => requirement === "required");
}

export function isFull({ profile }: MappedColumn): boolean {
  return typeof profile?.rows === "number" && profile.with_value === profile.rows;
}

function filledShare({ profile }: MappedColumn): number {
  return profile === undefined || profile.rows === null || profile.rows === 0 ? 0 : (profile.with_value ?? 0) / profile.rows;
}
