import { members } from "../../kernel/unsafe.ts";
import { ANOTHER_ORGANIZATION } from "./key-shapes.ts";

/** Who did something, as the audit log keeps it, in words. `reader`: the organization that reads; it is not told what other organizations call their keys. */
export function namedActor(stored: unknown, reader: number | null): string {
  const { kind, name, organization_id: organizationId = null } = members(stored);
  if (reader !== null && organizationId !== null && organizationId !== reader) return ANOTHER_ORGANIZATION;
  if (kind === "key") return `API key "${String(name)}"`;
  return kind === "command_line" ? "Command line" : "System";
}
