import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { formatCount } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { useShop } from "../session/who.ts";
import { Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Pager } from "../ui/pager.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Fault } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";
import type { Channel } from "./channel-state.tsx";
import styles from "./channels.module.css";
import { IssueRows } from "./issue-rows.tsx";

type Issues = ApiAnswer<"platform_issues.list">;
export type PlatformIssue = Issues["data"][number];

const words = messages.platformIssues;
const PER_PAGE = 20;
const POLL_MS = 1_500;
const COUNTED = ["approved", "limited", "disapproved", "pending"] as const;

/** What the platform says about items, joined to rows and to our findings, and whether the next run ends it. */
export function PlatformIssues({ channel: { slug, status, display_name: name } }: { readonly channel: Channel }): ReactNode {
  const options = useApi("channels.options", { path: { slug } });
  if (options.data === undefined) return null;
  const { items } = options.data;
  const isConnected = status === "connected" || status === "error";
  if (items.available && isConnected) return <Reported slug={slug} />;
  if (!items.available && !isConnected) return null;
  return (
    <Section title={words.title}>
      <p className={styles["prose"]}>{items.available ? words.first(name) : items.instead}</p>
    </Section>
  );
}

function Reported({ slug }: { readonly slug: string }): ReactNode {
  const { id } = useFeed();
  const path = { feed_id: id, slug };
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<PlatformIssue | undefined>();
  const query = { page, per_page: PER_PAGE };
  const known = useApi("platform_issues.list", { path, query });
  const issues = useApi("platform_issues.list", { path, query }, known.data?.meta.status === "reading" ? { pollMs: POLL_MS } : {});
  const columns = columnsOf({ ...useFeed(), slug }, setOpened);
  const refresh = useChange("platform_issues.refresh", { marks: ["platform_issues."] });
  return (
    <Section
      title={words.title}
      description={words.means}
      actions={
        <Button isPending={refresh.isPending || issues.data?.meta.status === "reading"} onPress={() => refresh.mutate({ path })}>
          {words.refresh}
        </Button>
      }
    >
      <Fault error={refresh.error} />
      <Answer of={issues} rows={3}>
        {({ data, meta }, { isStale }) => (
          <>
            <Standing meta={meta} />
            {meta.total === 0 ? (
              meta.items === null ? null : (
                <p>{words.none}</p>
              )
            ) : (
              <>
                <DataTable label={words.title} columns={columns} rows={data} keyOf={keyOf} isStale={isStale} />
                <Pager label={words.pages} page={page} meta={meta} onChange={setPage} />
              </>
            )}
          </>
        )}
      </Answer>
      {opened === undefined ? null : (
        <Sheet isOpen onClose={() => setOpened(undefined)} title={opened.message} object={opened}>
          <IssueRows slug={slug} issue={opened} />
        </Sheet>
      )}
    </Section>
  );
}

function keyOf({ code, attribute, message, severity }: PlatformIssue): string {
  return [code, attribute ?? "", severity, message].join(" ");
}

/** When the items were read, how many of them are in which state, and what isn't a row of this feed. */
function Standing({ meta }: { readonly meta: Issues["meta"] }): ReactNode {
  const shop = useShop();
  const { status, fetched_at: at, items, error, items_elsewhere: elsewhere, items_cut: isCut } = meta;
  return (
    <>
      {error === null ? null : (
        <p className={styles["failed"]} role="alert">
          <CatalogText>{error.message}</CatalogText>
        </p>
      )}
      <p className={styles["line"]}>
        {status === "reading" ? <span role="status">{words.reading}</span> : null}
        {status === "never_read" ? <span>{words.neverRead}</span> : null}
        {at === null ? null : (
          <span className={styles["quiet"]}>
            {words.readAt} <Time at={at} zone={shop.data?.time_zone} />
          </span>
        )}
        {items === null ? null : COUNTED.map((state) => <span key={state}>{`${formatCount(items[state])} ${words.counts[state]}`}</span>)}
        {elsewhere === 0 ? null : <span className={styles["quiet"]}>{words.elsewhere(elsewhere)}</span>}
        {isCut ? <span className={styles["quiet"]}>{words.cut}</span> : null}
      </p>
    </>
  );
}

interface Address {
  readonly shopId: string;
  readonly feedId: string;
  readonly slug: string;
}

function columnsOf({ shopId, feedId, slug }: Address, onOpen: (issue: PlatformIssue) => void): readonly Column<PlatformIssue>[] {
  return [
    {
      id: "issue",
      label: words.issue,
      cell: ({ message, code, severity }) => (
        <span className={styles["issue"]} data-severity={severity}>
          <CatalogText>{message}</CatalogText> <code>{code}</code>
        </span>
      ),
    },
    {
      id: "attribute",
      label: words.attribute,
      isExtra: true,
      cell: ({ attribute }) => (attribute === null ? null : <code>{attribute}</code>),
    },
    {
      id: "rows",
      label: words.rows,
      cell: (issue) => (
        <Button kind="quiet" aria-label={words.seeRows(issue.affected_count, issue.message)} onPress={() => onOpen(issue)}>
          {words.rowsOf(issue.affected_count)}
        </Button>
      ),
    },
    {
      id: "ours",
      label: words.ours,
      cell: ({ finding_code: code, attribute }) =>
        code === null ? (
          <span className={styles["quiet"]}>{words.noFinding}</span>
        ) : (
          <Link
            to="/shops/$shopId/feeds/$feedId/channels/$slug/findings"
            params={{ shopId, feedId, slug }}
            search={{ code, field: attribute ?? undefined }}
          >
            {code}
          </Link>
        ),
    },
    {
      id: "next",
      label: words.next,
      cell: (issue) => (
        <span className={styles["outlook"]}>
          <strong>{outlookText(issue)}</strong> <span className={styles["small"]}>{issue.reason}</span>
        </span>
      ),
    },
  ];
}

function outlookText({ fixed_by_next_run: fixed, fixed_count: some, affected_count: all }: PlatformIssue): string {
  if (fixed === true) return words.yes;
  if (some > 0) return words.someOf(some, all);
  return fixed === null ? words.unknown : words.no;
}
