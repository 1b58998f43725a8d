import { messages } from "../messages/messages.ts";
import type { IconName } from "../ui/icon.tsx";

/** The pages of an organization that the rail lists. Keys follow `g`. A page that is added to the router is named here to be found. */
interface OrganizationPage {
  readonly to: `/org/${string}`;
  readonly label: string;
  readonly icon: IconName;
  readonly keys?: string;
}

const words = messages.shell;

export const ORGANIZATION_PAGES = [
  { to: "/org/fleet", label: words.fleet, icon: "store", keys: "g f" },
  { to: "/org/fleet/changes", label: words.changes, icon: "list-checks", keys: "g c" },
  { to: "/org/templates", label: words.templates, icon: "columns-3", keys: "g t" },
] as const satisfies readonly OrganizationPage[];
