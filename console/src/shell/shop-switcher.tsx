import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { useShop, useWho } from "../session/who.ts";
import styles from "./rail.module.css";

/** The shop's name; for an organization a choice among its shops. Merchants have one shop, and needn't load what chooses among several. */
export function ShopSwitcher({ shopId }: { readonly shopId: string }): ReactNode {
  const { data: who } = useWho();
  const { data: shop } = useShop();
  const isOrganization = who?.kind === "organization";
  const [loaded, setLoaded] = useState<{ readonly ShopSelect: ComponentType<{ readonly shopId: string }> } | undefined>();
  useEffect(() => {
    if (isOrganization) void import("./shop-select.tsx").then(setLoaded);
  }, [isOrganization]);
  return loaded === undefined ? <p className={styles["shop"]}>{shop?.name ?? "\u00A0"}</p> : <loaded.ShopSelect shopId={shopId} />;
}
