import { Outlet, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { actFor } from "../api/client.ts";
import { useLiveEvents } from "../api/live.ts";
import { Breadcrumb } from "./breadcrumb.tsx";
import { FrameLayout } from "./frame-layout.tsx";
import { fullId } from "./paths.ts";
import { Rail } from "./rail.tsx";
import { ShopCommands } from "./shop-commands.tsx";
import { ShopKeys } from "./shop-keys.tsx";

/** Around the pages of a shop. All requests below act for the shop of the address. */
export function Frame(): ReactNode {
  const { shopId } = useParams({ from: "/shops/$shopId" });
  const shop = fullId("shop", shopId);
  // Before anything below asks.
  actFor(shop);
  useLiveEvents(shop);
  return (
    <FrameLayout rail={(close) => <Rail shopId={shopId} onNavigate={close} />} path={<Breadcrumb shopId={shopId} />}>
      <Outlet key={shopId} />
      <ShopKeys shopId={shopId} />
      <ShopCommands />
    </FrameLayout>
  );
}
