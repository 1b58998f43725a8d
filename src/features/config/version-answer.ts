import { members } from "../../kernel/unsafe.ts";
import { ANOTHER_ORGANIZATION } from "../keys/index.ts";
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

/** Who it was, as the audit log keeps it. */
function namedActor(stored: unknown, reader: number | null): string {
  const { kind, name, organization_id: organizationId = null } = members(stored);
  if (reader !== null && organizationId !== null && organizationId !== reader) return ANOTHER_ORGANIZATION;
  if (kind === "key") return `API key "${String(name)}"`;
  return kind === "command_line" ? "Command line" : "System";
}
