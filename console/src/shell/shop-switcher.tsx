import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useShop, useWho } from "../session/who.ts";
import { Select } from "../ui/select.tsx";
import { fullId, shortId } from "./paths.ts";
import styles from "./rail.module.css";

const words = messages.shell;

const SHOPS_LISTED = 100;

/** The shop's name; for an organization a choice among its shops. */
export function ShopSwitcher({ shopId }: { readonly shopId: string }): ReactNode {
  const { data: who } = useWho();
  const { data: shop } = useShop();
  const navigate = useNavigate();
  const isOrganization = who?.kind === "organization";
  const shops = useApi("org.list_shops", { query: { per_page: SHOPS_LISTED } }, { enabled: isOrganization });
  if (!isOrganization) return <p className={styles["shop"]}>{shop?.name ?? "\u00A0"}</p>;
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
