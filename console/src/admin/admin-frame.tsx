import { Link, Navigate, Outlet, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { actFor } from "../api/client.ts";
import { messages } from "../messages/messages.ts";
import { useWho } from "../session/who.ts";
import { AccountMenu } from "../shell/account-menu.tsx";
import { Brand } from "../shell/brand.tsx";
import frame from "../shell/frame.module.css";
import { PageKeys } from "../shell/page-keys.tsx";
import { Palette } from "../shell/palette.tsx";
import rail from "../shell/rail.module.css";
import { Icon } from "../ui/icon.tsx";
import { Loading } from "../ui/states.tsx";
import styles from "./admin.module.css";
import { ADD_SHOP, ADMIN_PAGES } from "./admin-pages.ts";

const words = messages.admin;

/** Around the pages of the operator, whose key opens no shop by itself. Anyone else is led home. */
export function AdminFrame(): ReactNode {
  const { data: who, error } = useWho();
  const navigate = useNavigate();
  // Before anything below asks.
  actFor(null);
  if (error !== null && who === undefined) return <Navigate to="/" replace />;
  if (who === undefined) return <Loading />;
  if (who.kind !== "admin") return <Navigate to="/" replace />;
  return (
    <div className={styles["frame"]}>
      <a href="#content" className={frame["skip"]}>
        {messages.shell.skip}
      </a>
      <nav className={styles["rail"]} aria-label={words.installation}>
        <Link to="/" className={rail["home"]}>
          <Brand />
        </Link>
        <ul className={styles["list"]}>
          {ADMIN_PAGES.map(({ to, label, icon }) => (
            <li key={to}>
              <Link to={to} className={rail["link"]}>
                <Icon name={icon} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <div className={rail["account"]}>
          <Palette />
          <AccountMenu />
        </div>
      </nav>
      <main id="content" tabIndex={0} className={frame["content"]}>
        <Outlet />
      </main>
      <PageKeys pages={[...ADMIN_PAGES, ADD_SHOP].map((page) => ({ ...page, open: () => void navigate({ to: page.to }) }))} />
    </div>
  );
}
