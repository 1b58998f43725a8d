import { messages } from "../messages/messages.ts";
import type { IconName } from "../ui/icon.tsx";

const words = messages.admin;

interface AdminPage {
  readonly to: `/admin${string}`;
  readonly label: string;
  readonly icon: IconName;
  readonly keys: string;
}

/** The operator's pages, in the order of the rail. */
export const ADMIN_PAGES = [
  { to: "/admin/shops", label: words.shops, keys: "g s", icon: "store" },
  { to: "/admin/organizations", label: words.organizations, keys: "g o", icon: "users" },
  { to: "/admin/keys", label: words.keys, keys: "g k", icon: "key" },
  { to: "/admin/audit", label: words.audit, keys: "g a", icon: "clock" },
  { to: "/admin/health", label: words.health, keys: "g h", icon: "list-checks" },
] as const satisfies readonly AdminPage[];

/** Reached from the shops and from the palette. */
export const ADD_SHOP = { to: "/admin/add-shop", label: words.addShop } as const;
