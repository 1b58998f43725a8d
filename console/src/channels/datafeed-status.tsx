import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useShop } from "../session/who.ts";
import { Answer } from "../ui/answer.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { type Status, StatusMark } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import styles from "./channels.module.css";
import type { Datafeed } from "./datafeeds.tsx";

type Processing = ApiAnswer<"datafeeds.status">;

const words = messages.channels;
const POLL_MS = 3_000;
const STATES: Readonly<Record<Processing["state"], Status>> = {
  never_fetched: "idle",
  processing: "running",
  succeeded: "live",
  failed: "failed",
};

interface DatafeedStatusProps {
  readonly slug: string;
  readonly datafeed: Datafeed;
}

/** What the platform says of its last reading of the file. */
export function DatafeedStatus({ slug, datafeed }: DatafeedStatusProps): ReactNode {
  const request = { path: { slug, id: String(datafeed.id) } };
  const known = useApi("datafeeds.status", request);
  const status = useApi("datafeeds.status", request, known.data?.state === "processing" ? { pollMs: POLL_MS } : {});
  return <Answer of={status}>{(found) => <Reading processing={found} />}</Answer>;
}

function Reading({ processing }: { readonly processing: Processing }): ReactNode {
  const shop = useShop();
  const { state, last_fetched_at: at, items_total: total, items_valid: valid, issues } = processing;
  return (
    <div className={styles["standing"]}>
      <p className={styles["line"]}>
        <StatusMark status={STATES[state]}>{words.statusStates[state]}</StatusMark>
        {at === null ? null : <Time at={at} zone={shop.data?.time_zone} />}
        {total === null ? null : <span>{words.items(valid ?? 0, total)}</span>}
      </p>
      {issues.length === 0 ? (
        <p className={styles["quiet"]}>{words.noIssues}</p>
      ) : (
        <ul className={styles["issues"]} aria-label={words.status}>
          {issues.map((issue) => (
            <Issue key={`${issue.code} ${issue.attribute ?? ""} ${issue.message}`} issue={issue} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Issue({ issue }: { readonly issue: Processing["issues"][number] }): ReactNode {
  const { severity, message, attribute, code, affected_count: affected, documentation_url: page, samples } = issue;
  return (
    <li data-severity={severity}>
      <CatalogText>{message}</CatalogText>
      <span className={styles["small"]}>
        <code>{code}</code> {[attribute, affected === null ? null : words.affected(affected)].filter(Boolean).join(" · ")}
        {page === null || !page.startsWith("https://") ? null : (
          <>
            {" "}
            <a href={page} target="_blank" rel="noopener noreferrer">
              {words.documentation}
            </a>
          </>
        )}
      </span>
      {samples.length === 0 ? null : (
        <span className={styles["small"]}>
          <CatalogText>{samples.join(", ")}</CatalogText>
        </span>
      )}
    </li>
  );
}
