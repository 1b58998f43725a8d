import { lazy, type ReactNode, Suspense } from "react";
import { useShop, useWho } from "../session/who.ts";
import styles from "./rail.module.css";

/** Merchants have one shop, and needn't load what chooses among several. */
const ShopSelect = lazy(async () => ({ default: (await import("./shop-select.tsx")).ShopSelect }));

/** The shop's name; for an organization a choice among its shops. */
export function ShopSwitcher({ shopId }: { readonly shopId: string }): ReactNode {
  const { data: who } = useWho();
  const { data: shop } = useShop();
  const name = <p className={styles["shop"]}>{shop?.name ?? "\u00A0"}</p>;
  if (who?.kind !== "organization") return name;
  return (
    <Suspense fallback={name}>
      <ShopSelect shopId={shopId} />
    </Suspense>
  );
}
