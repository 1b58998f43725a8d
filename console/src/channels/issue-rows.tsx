import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi } from "../api/queries.ts";
import { RuleLink } from "../feeds/cause.tsx";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { Answer } from "../ui/answer.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { Pager } from "../ui/pager.tsx";
import styles from "./channels.module.css";
import type { PlatformIssue } from "./platform-issues.tsx";

type Row = ApiAnswer<"platform_issues.rows">["data"][number];

const words = messages.platformIssues;
const PER_PAGE = 20;

interface IssueRowsProps {
  readonly slug: string;
  readonly issue: PlatformIssue;
}

/** The rows of a platform's issue: each with its item, our finding, the rules that write the value, and what the next run does. */
export function IssueRows({ slug, issue: { code, attribute, documentation_url: page } }: IssueRowsProps): ReactNode {
  const { id } = useFeed();
  const [at, setAt] = useState(1);
  const rows = useApi("platform_issues.rows", {
    path: { feed_id: id, slug, code },
    query: { page: at, per_page: PER_PAGE, attribute: attribute ?? undefined },
  });
  return (
    <>
      {page === null || !page.startsWith("https://") ? null : (
        <a href={page} target="_blank" rel="noopener noreferrer">
          {words.documentation}
        </a>
      )}
      <Answer of={rows}>
        {({ data, meta }) => (
          <>
            <ul className={styles["issues"]} aria-label={words.rows}>
              {data.map((row) => (
                <IssueRow key={`${row.row_id} ${row.item_id} ${row.message}`} row={row} />
              ))}
            </ul>
            <Pager label={words.rowPages} page={at} meta={meta} onChange={setAt} />
          </>
        )}
      </Answer>
    </>
  );
}

function IssueRow({ row }: { readonly row: Row }): ReactNode {
  const feed = useFeed();
  const { title, product_id: productId, item_id: item, item_status: status, value, finding, rules, reason } = row;
  return (
    <li>
      <Link to="/shops/$shopId/products/$productId" params={{ shopId: feed.shopId, productId }} search={{ feed: feed.feedId }}>
        <CatalogText isOneLine>{title === "" ? words.noTitle : title}</CatalogText>
      </Link>
      <span className={styles["small"]}>
        <code>{item}</code> · {words.counts[status]}
        {value === null || value === "" ? null : (
          <>
            {" · "}
            <CatalogText>{value}</CatalogText>
          </>
        )}
      </span>
      {finding === null ? null : <span className={styles["small"]}>{`${finding.message} ${finding.what_to_do}`}</span>}
      {rules === null || rules.length === 0 ? null : (
        <span className={styles["small"]}>
          {words.rules}:{" "}
          {rules.map(({ rule_id: rule }) => (
            <RuleLink key={rule} rule={rule} at={feed} />
          ))}
        </span>
      )}
      <span>{reason}</span>
    </li>
  );
}
