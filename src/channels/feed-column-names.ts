import { FEED_COLUMNS } from "../engine/plan/feed-columns.ts";

/** Standard columns of a feed: where an attribute of the same name takes its value. */
export const FEED_COLUMN_NAMES: ReadonlySet<string> = new Set(FEED_COLUMNS.map(({ name }) => name));
