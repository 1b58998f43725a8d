import { namedActor } from "../keys/index.ts";
import type { VersionHead } from "./config-queries.ts";
import type { FeedVersionShape } from "./config-shapes.ts";

/** `reader`: the organization that reads; it is not told what other organizations call their keys. */
export function versionAnswer(
  { version, summary, created_by: createdBy, created_at: createdAt, current }: VersionHead,
  reader: number | null,
): FeedVersionShape {
  return {
    id: version,
    object: "feed_version",
    summary,
    created_by: namedActor(createdBy, reader),
    created_at: createdAt.toISOString(),
    current,
  };
}
