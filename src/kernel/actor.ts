import type { KeyKind } from "./scopes.ts";

/** Who asks. Written into the audit log. */
export type Actor =
  | {
      readonly kind: "key";
      readonly keyId: number;
      readonly keyKind: KeyKind;
      readonly name: string;
      /** Whose key it is, or whose key made it; null: the merchant's, or the installation's. */
      readonly organizationId: number | null;
      /** The key was used by an agent, over MCP. */
      readonly isAgent?: boolean;
    }
  | { readonly kind: "command_line" }
  | { readonly kind: "system" };
