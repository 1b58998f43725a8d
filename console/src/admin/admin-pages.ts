import { messages } from "../messages/messages.ts";
import type { IconName } from "../ui/icon.tsx";

const words = messages.admin;

interface AdminPage {
  readonly to: `/admin${string}`;
  readonly label: string;
  readonly icon: IconName;
}

/** The operator's pages, in the order of the rail. */
export const ADMIN_PAGES = [
  { to: "/admin/shops", label: words.shops, icon: "store" },
  { to: "/admin/organizations", label: words.organizations, icon: "users" },
  { to: "/admin/health", label: words.health, icon: "list-checks" },
] as const satisfies readonly AdminPage[];
