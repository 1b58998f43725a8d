import { Link, Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { actFor } from "../api/client.ts";
import { messages } from "../messages/messages.ts";
import { Brand } from "../shell/brand.tsx";
import { SignOutButton } from "../session/sign-out-button.tsx";
import styles from "./organization.module.css";

const words = messages.organization;

/** Around the pages of an organization. Nothing below acts for a shop. */
export function OrganizationFrame(): ReactNode {
  actFor(null);
  return (
    <div className={styles["frame"]}>
      <header className={styles["bar"]}>
        <Link to="/" className={styles["home"]}>
          <Brand />
        </Link>
        <nav aria-label={words.pages} className={styles["pages"]}>
          <Link to="/org/shops">{words.shops}</Link>
          <Link to="/org/members">{words.members}</Link>
          <Link to="/org/keys">{words.keys}</Link>
        </nav>
        <SignOutButton />
      </header>
      <main>
        <Outlet />
      </main>
    </div>
  );
}
