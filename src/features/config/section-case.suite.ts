import type { FeedId } from "../../kernel/ids.ts";
import type { AnyOperation } from "../operation.ts";
import type { ConfigShop, Query } from "./config-shop.suite.ts";

/** A request of one feed. */
export interface SectionRequest {
  readonly operation: AnyOperation;
  readonly path: Query;
  readonly body?: object;
}

/** The feed that a case is about: a language feed with rows 1001 to 1003 of products 1 to 3. */
export interface CaseFeed {
  readonly config: ConfigShop;
  readonly feedId: FeedId;
}

/** An edit of a section, for the test that holds every section to the guarantees of all. */
export interface SectionCase {
  /** Of `src/features/config/sections.ts`. */
  readonly section: string;
  readonly title: string;
  /** What the feed needs before the edit. */
  readonly prepare?: (feed: CaseFeed) => Promise<unknown>;
  readonly edit: (feed: CaseFeed) => Promise<SectionRequest>;
  /** Requests that change nothing behind the edit; without them, the edit once more. */
  readonly nothing?: (feed: CaseFeed) => Promise<readonly SectionRequest[]>;
  /** The edit as its preview; absent where there is none. */
  readonly preview?: (feed: CaseFeed) => Promise<SectionRequest>;
}
