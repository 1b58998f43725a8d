import { members } from "../../kernel/unsafe.ts";
import type { VersionHead } from "./config-queries.ts";
import type { FeedVersionShape } from "./config-shapes.ts";

export function versionAnswer({ version, summary, created_by: createdBy, created_at: createdAt, current }: VersionHead): FeedVersionShape {
  return {
    id: version,
    object: "feed_version",
    summary,
    created_by: namedActor(createdBy),
    created_at: createdAt.toISOString(),
    current,
  };
}

/** Who it was, as the audit log keeps it. */
function namedActor(stored: unknown): string {
  const { kind, name } = members(stored);
  if (kind === "key") return `API key "${String(name)}"`;
  return kind === "command_line" ? "Command line" : "System";
}
