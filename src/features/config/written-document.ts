import type { WrittenConfig } from "./config-shapes.ts";

/** A document on its way between threads: as text, because its values are many and a text is copied at once. */
export interface WrittenDocument {
  readonly text: string;
  /** What it was taken from, where it says so. */
  readonly feedId: string | null;
  readonly version: number | null;
}

export function writtenDocument(document: WrittenConfig): WrittenDocument {
  const { feed_id: feedId, version } = document;
  return {
    text: JSON.stringify(document),
    feedId: typeof feedId === "string" ? feedId : null,
    version: typeof version === "number" ? version : null,
  };
}
