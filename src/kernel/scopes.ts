/** Key scopes. `write_x` implies `read_x`. */
const RESOURCES = {
  merchant: ["settings", "feeds", "exports", "products", "rules", "channels", "subscription", "webhooks"],
  admin: ["admin"],
  organization: ["org"],
} as const;

export type KeyKind = keyof typeof RESOURCES;
type Resource = (typeof RESOURCES)[KeyKind][number];
export type Scope = `read_${Resource}` | `write_${Resource}`;

/** What may be written on a key besides the scopes themselves. */
const WIDE_SCOPES = ["read", "write", "full_access"] as const;

export const KEY_KINDS: readonly KeyKind[] = ["merchant", "admin", "organization"];
export const SCOPES: readonly Scope[] = KEY_KINDS.flatMap((kind) =>
  RESOURCES[kind].flatMap((resource): Scope[] => [`read_${resource}`, `write_${resource}`]),
);
export const GRANTS: readonly string[] = [...SCOPES, ...WIDE_SCOPES];

/** What a key gets without `scopes`, cut to what the key that creates it has. Reading is the least that is useful. */
export const DEFAULT_GRANTS: Readonly<Record<KeyKind, readonly string[]>> = {
  merchant: ["read"],
  admin: ["read_admin", "write_admin"],
  organization: ["read_org", "read"],
};

/** Every scope that the words written on a key add up to. */
export function grantedScopes(grants: readonly string[]): ReadonlySet<Scope> {
  const granted = new Set<Scope>();
  for (const resource of RESOURCES.merchant) {
    if (grants.includes("read") || grants.includes("write") || grants.includes("full_access")) granted.add(`read_${resource}`);
    if (grants.includes("write") || grants.includes("full_access")) granted.add(`write_${resource}`);
  }
  for (const scope of SCOPES) {
    if (!grants.includes(scope)) continue;
    granted.add(scope);
    const readable = SCOPES.find((other) => other === scope.replace("write_", "read_"));
    if (readable !== undefined) granted.add(readable);
  }
  return granted;
}

/** As much of what is granted as lies within these scopes: a word that stands for more is replaced by those of its scopes that do. */
export function cutGrants(grants: readonly string[], within: ReadonlySet<Scope>): readonly string[] {
  const cut = grants.flatMap((grant): readonly string[] => {
    const scopes = [...grantedScopes([grant])];
    return scopes.every((scope) => within.has(scope)) ? [grant] : scopes.filter((scope) => within.has(scope));
  });
  return [...new Set(cut)];
}
