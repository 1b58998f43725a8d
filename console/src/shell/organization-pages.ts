import { messages } from "../messages/messages.ts";

const words = messages.organization;

interface OrganizationPage {
  readonly to: `/org/${string}`;
  readonly label: string;
  readonly keys: string;
}

/** An organization's pages, in the order of its bar. */
export const ORGANIZATION_PAGES = [
  { to: "/org/fleet", label: words.fleet, keys: "g f" },
  { to: "/org/fleet/changes", label: words.changes, keys: "g c" },
  { to: "/org/templates", label: words.templates, keys: "g t" },
  { to: "/org/shops", label: words.shops, keys: "g s" },
  { to: "/org/members", label: words.members, keys: "g m" },
  { to: "/org/keys", label: words.keys, keys: "g k" },
] as const satisfies readonly OrganizationPage[];
