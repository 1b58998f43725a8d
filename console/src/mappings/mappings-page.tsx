import { Link, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { Page } from "../shell/page.tsx";
import { Columns } from "./columns.tsx";
import { ExtraColumns } from "./extra-columns.tsx";
import { PARTS } from "./mappings-search.ts";
import styles from "./mappings.module.css";
import { Metafields } from "./metafields.tsx";

const words = messages.mappings;

/** Where each column of the feed comes from: mappings, columns of one's own, and the metafields that are source columns. */
export function MappingsPage(): ReactNode {
  const at = useFeed();
  const { part = "columns" } = useSearch({ from: "/shops/$shopId/feeds/$feedId/mappings" });
  return (
    <Page
      title={words.title}
      actions={
        <nav aria-label={words.partsLabel} className={styles["parts"]}>
          {PARTS.map((name) => (
            <Link
              key={name}
              to="/shops/$shopId/feeds/$feedId/mappings"
              params={at}
              search={name === "columns" ? {} : { part: name }}
              activeOptions={{ exact: true, includeSearch: false }}
              className={styles["part"]}
              data-chosen={name === part}
              aria-current={name === part ? "page" : undefined}
            >
              {words.parts[name]}
            </Link>
          ))}
        </nav>
      }
    >
      {part === "columns" ? <Columns /> : null}
      {part === "extra" ? <ExtraColumns /> : null}
      {part === "metafields" ? <Metafields /> : null}
    </Page>
  );
}
