import { Outlet, useNavigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { actFor } from "../api/client.ts";
import { useLiveEvents } from "../api/live.ts";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { OtherShop, otherShop } from "../session/other-shop.tsx";
import { ReadOnlyBand } from "../session/read-only-band.tsx";
import { useShop, useWho } from "../session/who.ts";
import { Icon } from "../ui/icon.tsx";
import { Breadcrumb } from "./breadcrumb.tsx";
import { Brand } from "./brand.tsx";
import { FeedCommands } from "./feed-commands.tsx";
import styles from "./frame.module.css";
import { OfflineBand } from "./offline-band.tsx";
import { PageKeys } from "./page-keys.tsx";
import { Palette } from "./palette.tsx";
import { PageSubject, shopStanding } from "./page-subject.ts";
import { fullId } from "./paths.ts";
import { Rail } from "./rail.tsx";
import { ShopCommands } from "./shop-commands.tsx";
import { SET_UP, SHOP_PAGES } from "./shop-pages.ts";

const words = messages.shell;

/** Around the pages of a shop: the rail on the left, the path above, the page. All requests below act for the shop of the address. */
export function Frame(): ReactNode {
  const { shopId } = useParams({ from: "/shops/$shopId" });
  const shop = fullId("shop", shopId);
  // Before anything below asks.
  actFor(shop);
  useLiveEvents(shop);
  const { data: who } = useWho();
  const own = otherShop(who, shop);
  const navigate = useNavigate();
  const pages = [...SHOP_PAGES, SET_UP].map((page) => ({ ...page, open: () => void navigate({ to: page.to, params: { shopId } }) }));
  return (
    <div className={styles["frame"]}>
      <a href="#content" className={styles["skip"]}>
        {words.skip}
      </a>
      <Sidebar shopId={shopId} />
      <div className={styles["main"]}>
        <div>
          <OfflineBand />
          <ReadOnlyBand />
        </div>
        <div className={styles["path"]}>
          <Breadcrumb shopId={shopId} />
          <Palette />
        </div>
        <main id="content" tabIndex={-1} className={styles["content"]}>
          {own === null ? (
            <StandingOfShop>
              <Outlet key={shopId} />
            </StandingOfShop>
          ) : (
            <OtherShop shop={own} />
          )}
        </main>
      </div>
      <PageKeys pages={pages} />
      <ShopCommands />
      <FeedCommands shopId={shopId} />
    </div>
  );
}

/** What the shop's pages are about, and how it is, in the browser's tab. */
function StandingOfShop({ children }: { readonly children: ReactNode }): ReactNode {
  const { data: shop } = useShop();
  const { data: overview } = useApi("shop.overview", {});
  return (
    <PageSubject value={{ name: shop?.name, state: overview === undefined ? undefined : shopStanding(overview.attention.length) }}>
      {children}
    </PageSubject>
  );
}

/** Beside the page where there is room; a sheet that a button opens where there isn't. */
function Sidebar({ shopId }: { readonly shopId: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.key === "Escape") close();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isOpen]);
  return (
    <>
      <header className={styles["bar"]}>
        <button type="button" className={styles["menu"]} aria-expanded={isOpen} aria-controls="rail" onClick={() => setOpen(!isOpen)}>
          <Icon name={isOpen ? "x" : "menu"} />
          <span className="visually-hidden">{isOpen ? words.closeMenu : words.openMenu}</span>
        </button>
        <Brand />
      </header>
      <div id="rail" className={styles["rail"]} data-open={isOpen}>
        <Rail shopId={shopId} onNavigate={close} />
      </div>
    </>
  );
}
