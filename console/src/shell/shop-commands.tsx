import { useNavigate, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { call } from "../api/client.ts";
import { useAsked } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useWho } from "../session/who.ts";
import { type Command, useCommands } from "./commands.ts";
import { ORGANIZATION_PAGES } from "./organization-pages.ts";

const words = messages.shell;
const PER_PAGE = 100;
/** More shops than that are searched for on the fleet's page. */
const PAGES_MAX = 5;

interface NamedShop {
  readonly id: string;
  readonly name: string;
}

/** For an organization: its shops by name in the palette, and inside a shop the ways back to its own pages. */
export function ShopCommands(): ReactNode {
  const { shopId } = useParams({ strict: false });
  const navigate = useNavigate();
  const isOrganization = useWho().data?.kind === "organization";
  const shops = useAsked(["org.list_shops", "by name"], listNamedShops, { enabled: isOrganization });
  const others = (shops.data ?? []).filter(({ id }) => id !== shopId);
  const open = ({ id, name }: NamedShop): Command => ({
    id: `shop ${id}`,
    label: words.openShop(name),
    group: words.shops,
    run: () => void navigate({ to: "/shops/$shopId", params: { shopId: id } }),
  });
  const pages = ORGANIZATION_PAGES.map(({ to, label }): Command => ({
    id: `organization ${label}`,
    label: to === "/org/fleet" ? words.goToFleet : words.goTo(label),
    group: messages.organization.pages,
    run: () => void navigate({ to }),
  }));
  useCommands(isOrganization ? [...(shopId === undefined ? [] : pages), ...others.map(open)] : []);
  return null;
}

async function listNamedShops(signal: AbortSignal): Promise<readonly NamedShop[]> {
  const named: NamedShop[] = [];
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const { data, meta } = await call("org.list_shops", { query: { page, per_page: PER_PAGE } }, { signal });
    for (const { id, status, client_label: label, name, domain } of data)
      if (status === "active") named.push({ id: String(id), name: label ?? name ?? domain });
    if (!meta.has_more) break;
  }
  return named;
}
