import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useShop } from "../session/who.ts";
import styles from "./breadcrumb.module.css";
import { fullId } from "./paths.ts";

const words = messages.shell;

/** Where the page is: shop, then feed. */
export function Breadcrumb({ shopId }: { readonly shopId: string }): ReactNode {
  const { feedId } = useParams({ strict: false });
  const shop = useShop();
  const overview = useApi("shop.overview", {});
  const feed = feedId === undefined ? undefined : overview.data?.feeds.find(({ feed_id }) => feed_id === fullId("feed", feedId));
  return (
    <nav aria-label={words.path} className={styles["path"]}>
      <Link to="/shops/$shopId" params={{ shopId }} className={styles["crumb"]}>
        {shop.data?.name ?? words.shop}
      </Link>
      {feed === undefined || feedId === undefined ? null : (
        <Link to="/shops/$shopId/feeds/$feedId" params={{ shopId, feedId }} className={styles["crumb"]}>
          {feed.name}
        </Link>
      )}
    </nav>
  );
}
