import { randomOf } from "../fault-script.ts";
import type { RowIssue } from "./meta-rows.ts";

/** What the fake of Meta keeps. */

export interface MetaCatalog {
  readonly id: string;
  readonly name: string;
  readonly vertical: string;
}

export interface MetaToken {
  readonly value: string;
  readonly scopes: ReadonlySet<string>;
  /** Null: it doesn't expire. */
  expiresAt: Date | null;
}

export interface MetaFeed {
  readonly id: string;
  readonly catalog: string;
  /** Parameters as they were sent; `schedule` parsed. */
  readonly parameters: Record<string, unknown>;
  readonly uploads: MetaUpload[];
}

export interface MetaUpload {
  readonly id: string;
  readonly url: string;
  readonly startedAt: Date;
  /** Reads of the feed until it has ended. */
  pollsLeft: number;
  counts: Readonly<Record<"num_detected_items" | "num_persisted_items" | "num_invalid_items" | "num_deleted_items", number>>;
  errors: readonly MetaUploadError[];
}

export interface MetaUploadError extends RowIssue {
  readonly id: string;
  readonly samples: readonly { readonly row_number: number; readonly retailer_id: string }[];
  readonly count: number;
}

export interface MetaItem {
  readonly id: string;
  /** As the file has it. */
  readonly retailerId: string;
  readonly catalog: string;
  readonly feed: string;
  readonly name: string;
  readonly issues: readonly RowIssue[];
  reviewStatus: "" | "approved" | "outdated" | "pending" | "rejected";
}

export interface MetaState {
  readonly businesses: readonly {
    readonly id: string;
    readonly name: string;
    readonly owned: MetaCatalog[];
    readonly client: MetaCatalog[];
  }[];
  readonly assigned: readonly MetaCatalog[];
  /** Redirect URI and scopes by code, until it is used. */
  readonly codes: Map<string, { readonly redirectUri: string; readonly scopes: ReadonlySet<string> }>;
  readonly tokens: Map<string, MetaToken>;
  readonly feeds: Map<string, MetaFeed>;
  readonly protectedFeeds: Set<string>;
  /** By catalog, then by the file's id. */
  readonly items: Map<string, Map<string, MetaItem>>;
  nextId: number;
  readonly random: () => number;
}

export function newMetaState(seed: number): MetaState {
  const commerce = (id: string, name: string): MetaCatalog => ({ id, name, vertical: "commerce" });
  return {
    businesses: [
      {
        id: "501",
        name: "Harbour & Hazel",
        owned: [commerce("9001", "Shop"), { id: "9002", name: "Rooms", vertical: "hotels" }],
        client: [],
      },
      { id: "502", name: "Agency", owned: [commerce("9003", "Outlet")], client: [commerce("9001", "Shop")] },
    ],
    assigned: [commerce("9001", "Shop"), commerce("9004", "Pop-up")],
    codes: new Map(),
    tokens: new Map(),
    feeds: new Map(),
    protectedFeeds: new Set(),
    items: new Map(),
    nextId: 70_000_000 + seed * 1_000,
    random: randomOf(seed),
  };
}

export function newId(state: MetaState): string {
  state.nextId += 1;
  return String(state.nextId);
}

/** Hard to guess it needn't be, and each run has the same. */
export function newSecret(state: MetaState, prefix: string): string {
  return `${prefix}${[1, 2, 3].map(() => Math.floor(state.random() * 2 ** 48).toString(36)).join("")}`;
}
