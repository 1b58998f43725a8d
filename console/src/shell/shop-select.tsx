import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useShop } from "../session/who.ts";
import { Select } from "../ui/select.tsx";
import { fullId, shortId } from "./paths.ts";

const words = messages.shell;
const SHOPS_LISTED = 100;

/** A choice among the shops of an organization. */
export function ShopSelect({ shopId }: { readonly shopId: string }): ReactNode {
  const { data: shop } = useShop();
  const navigate = useNavigate();
  const shops = useApi("org.list_shops", { query: { per_page: SHOPS_LISTED } });
  const listed = shops.data?.data.map(({ id, name, domain }) => ({ value: fullId("shop", String(id)), label: name ?? domain })) ?? [];
  const own = fullId("shop", shopId);
  const options = listed.some(({ value }) => value === own) ? listed : [{ value: own, label: shop?.name ?? own }, ...listed];
  return (
    <Select
      label={words.shop}
      hideLabel
      value={own}
      options={options}
      onChange={(id) => void navigate({ to: "/shops/$shopId", params: { shopId: shortId(id) } })}
    />
  );
}
