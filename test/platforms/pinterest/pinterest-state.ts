import { randomOf } from "../fault-script.ts";
import type { FeedRow } from "../feed-file.ts";
import type { PinterestRowIssue } from "./pinterest-rows.ts";

/** What the fake of Pinterest keeps. */

export interface PinterestFeed {
  readonly id: string;
  /** Whose catalog it is in: a user name. */
  readonly owner: string;
  /** As it was sent, with defaults. */
  readonly values: Record<string, unknown>;
  readonly results: PinterestResult[];
  /** The last file that was read. */
  signature: string;
  items: readonly FeedRow[];
}

export interface PinterestResult {
  readonly id: string;
  readonly createdAt: Date;
  status: "COMPLETED" | "FAILED";
  /** Reads until it is more than PROCESSING. */
  pollsLeft: number;
  counts: { readonly original: number; readonly ingested: number } | null;
  /** By code. */
  ingestionErrors: Readonly<Record<string, number>>;
  validationErrors: Readonly<Record<string, number>>;
  validationWarnings: Readonly<Record<string, number>>;
  rows: readonly PinterestRow[];
}

export interface PinterestRow {
  readonly id: string;
  /** From 0. */
  readonly position: number;
  readonly issues: readonly PinterestRowIssue[];
}

export interface PinterestGrant {
  readonly scopes: readonly string[];
  accessToken: string;
  accessEndsAt: Date;
  refreshToken: string;
}

export interface PinterestState {
  readonly codes: Map<string, { readonly redirectUri: string; readonly scopes: readonly string[] }>;
  readonly grants: PinterestGrant[];
  readonly feeds: Map<string, PinterestFeed>;
  readonly random: () => number;
  nextId: number;
}

export function newPinterestState(seed: number): PinterestState {
  return { codes: new Map(), grants: [], feeds: new Map(), random: randomOf(seed), nextId: 2_680_000 + seed * 1_000 };
}

export function newId(state: PinterestState): string {
  state.nextId += 1;
  return String(state.nextId);
}

/** Hard to guess it needn't be, and each run has the same. */
export function newSecret(state: PinterestState, prefix: string): string {
  return `${prefix}_${[1, 2, 3].map(() => Math.floor(state.random() * 2 ** 48).toString(36)).join("")}`;
}
