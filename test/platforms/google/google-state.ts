import type { ItemIssue, UploadIssue } from "./google-rows.ts";

/** What the fake remembers. */

export interface GoogleAccount {
  readonly id: string;
  readonly name: string;
  /** Blank: none. */
  homepage: string;
  isClaimed: boolean;
  readonly isTest: boolean;
  readonly criticalIssue: string | null;
  /** The user may see that it's there, and nothing else. */
  readonly isHidden?: boolean;
}

export interface GoogleDataSource {
  readonly id: string;
  readonly accountId: string;
  /** As `create` and `patch` wrote it. */
  body: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  fetchedAt: readonly Date[];
  upload: GoogleUpload | null;
}

export interface GoogleUpload {
  readonly state: "SUCCEEDED" | "FAILED";
  /** Polls that still find it in progress. */
  pollsLeft: number;
  readonly uploadTime: Date;
  readonly itemsTotal: number;
  readonly itemsCreated: number;
  readonly issues: readonly (UploadIssue & { readonly count: number })[];
}

export interface GoogleProduct {
  readonly accountId: string;
  readonly dataSourceId: string;
  readonly offerId: string;
  readonly feedLabel: string;
  readonly contentLanguage: string;
  readonly issues: readonly ItemIssue[];
}

export interface GoogleState {
  readonly accounts: readonly GoogleAccount[];
  readonly dataSources: Map<string, GoogleDataSource>;
  products: readonly GoogleProduct[];
  /** Data sources ever, deleted ones too: no id comes twice. */
  created: number;
  isRegistered: boolean;
}
