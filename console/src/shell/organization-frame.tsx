import { Link, Outlet, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { actFor } from "../api/client.ts";
import { messages } from "../messages/messages.ts";
import { useWho } from "../session/who.ts";
import { Icon } from "../ui/icon.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { Brand } from "./brand.tsx";
import crumbs from "./breadcrumb.module.css";
import { type Command, useCommands } from "./commands.ts";
import { FrameLayout } from "./frame-layout.tsx";
import { KeySheet } from "./key-sheet.tsx";
import { ORGANIZATION_PAGES } from "./organization-pages.ts";
import styles from "./rail.module.css";
import { ShopCommands } from "./shop-commands.tsx";

const words = messages.shell;

/** Around the pages of an organization. Requests below act for no shop. */
export function OrganizationFrame(): ReactNode {
  // Before anything below asks.
  actFor(null);
  const who = useWho();
  const name = who.data?.organization?.name ?? words.organization;
  return (
    <FrameLayout
      rail={(close) => <OrganizationRail name={name} onNavigate={close} />}
      path={
        <nav aria-label={words.path} className={crumbs["path"]}>
          <Link to="/org/fleet" className={crumbs["crumb"]}>
            {name}
          </Link>
        </nav>
      }
    >
      <Outlet />
      <OrganizationKeys />
      <ShopCommands />
    </FrameLayout>
  );
}

function OrganizationRail({ name, onNavigate }: { readonly name: string; readonly onNavigate: () => void }): ReactNode {
  return (
    <nav className={styles["rail"]} aria-label={words.organization}>
      <Link to="/org/fleet" className={styles["home"]}>
        <Brand />
      </Link>
      <p className={styles["shop"]}>{name}</p>
      <ul className={styles["list"]}>
        {ORGANIZATION_PAGES.map(({ to, label, icon }) => (
          <li key={to}>
            <Link to={to} onClick={onNavigate} activeOptions={{ exact: true, includeSearch: false }} className={styles["link"]}>
              <Icon name={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles["account"]}>
        <AccountMenu />
      </div>
    </nav>
  );
}

/** Keys to the pages of the organization, and `?` for all keys of the page. */
function OrganizationKeys(): ReactNode {
  const navigate = useNavigate();
  useCommands(
    ORGANIZATION_PAGES.map(({ to, label, keys }): Command => ({
      id: `page ${to}`,
      label: words.goTo(label),
      keys,
      group: words.pages,
      run: () => void navigate({ to }),
    })),
  );
  return <KeySheet />;
}
