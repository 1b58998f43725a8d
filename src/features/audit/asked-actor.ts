import { formatId, parseId } from "../../kernel/ids.ts";

/** Whose changes are asked for: a kind of actor, a key by its number, an organization, or a key by its name. */
export type AskedActor =
  | { readonly kind: (typeof KINDS)[number]; readonly keyId?: never; readonly organizationId?: never }
  | { readonly keyId: number; readonly kind?: never; readonly organizationId?: never }
  | { readonly organizationId: number; readonly kind?: never; readonly keyId?: never }
  | { readonly name: string; readonly kind?: never; readonly keyId?: never; readonly organizationId?: never };

const KINDS = ["key", "agent", "command_line", "system"] as const;

export function readAskedActor(text: string): AskedActor {
  const kind = KINDS.find((one) => one === text);
  if (kind !== undefined) return { kind };
  if (/^[1-9][0-9]{0,14}$/.test(text)) return { keyId: Number(text) };
  const organization = parseId("org", text);
  return organization === undefined || formatId("org", organization) !== text ? { name: text } : { organizationId: organization };
}
