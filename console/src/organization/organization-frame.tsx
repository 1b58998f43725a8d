import { Link, Outlet, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { actFor } from "../api/client.ts";
import { messages } from "../messages/messages.ts";
import { AccountMenu } from "../shell/account-menu.tsx";
import { Brand } from "../shell/brand.tsx";
import frame from "../shell/frame.module.css";
import { OfflineBand } from "../shell/offline-band.tsx";
import { ORGANIZATION_PAGES } from "../shell/organization-pages.ts";
import { PageKeys } from "../shell/page-keys.tsx";
import { Palette } from "../shell/palette.tsx";
import { ShopCommands } from "../shell/shop-commands.tsx";
import styles from "./organization.module.css";

const words = messages.organization;

/** Around the pages of an organization. Nothing below acts for a shop. */
export function OrganizationFrame(): ReactNode {
  actFor(null);
  const navigate = useNavigate();
  return (
    <div className={styles["frame"]}>
      <a href="#content" className={frame["skip"]}>
        {messages.shell.skip}
      </a>
      <header className={styles["bar"]}>
        <Link to="/" className={styles["home"]}>
          <Brand />
        </Link>
        <nav aria-label={words.pages} className={styles["pages"]}>
          {ORGANIZATION_PAGES.map(({ to, label }) => (
            <Link key={to} to={to} activeOptions={{ exact: to === "/org/fleet" }}>
              {label}
            </Link>
          ))}
        </nav>
        <Palette />
        <AccountMenu />
      </header>
      <OfflineBand />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <PageKeys pages={ORGANIZATION_PAGES.map((page) => ({ ...page, open: () => void navigate({ to: page.to }) }))} />
      <ShopCommands />
    </div>
  );
}
