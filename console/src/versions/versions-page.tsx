import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { useShop } from "../session/who.ts";
import { Page, Section } from "../shell/page.tsx";
import { useRowKeys } from "../shell/use-row-keys.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Confirm } from "../ui/overlay.tsx";
import { Pager } from "../ui/pager.tsx";
import { Select } from "../ui/select.tsx";
import { Empty } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";
import { Changes } from "./changes.tsx";
import styles from "./versions.module.css";

const words = messages.versions;

type Version = ApiAnswer<"config.versions">["data"][number];

const PER_PAGE = 25;
const MARKS = ["config.", "rules.", "settings.", "columns.", "cells.", "source.", "tests.", "feeds."] as const;

/** Who changed what about the feed, what differs between two versions, and the way back. */
export function VersionsPage(): ReactNode {
  const { id } = useFeed();
  const { page = 1, version, against } = useSearch({ from: "/shops/$shopId/feeds/$feedId/versions" });
  const navigate = useNavigate({ from: "/shops/$shopId/feeds/$feedId/versions" });
  const shop = useShop();
  const versions = useApi("config.versions", { path: { id }, query: { page, per_page: PER_PAGE } });
  const chosen = useRowKeys({
    ...{ rows: versions.data?.data ?? [], group: words.title },
    onOpen: ({ id: opened }) => void navigate({ search: (old) => ({ ...old, version: opened, against: undefined }) }),
  });
  return (
    <Page title={words.title}>
      {version === undefined ? null : (
        <Compared
          version={version}
          against={against ?? Math.max(1, version - 1)}
          current={versions.data?.data.find(({ current }) => current)?.id}
        />
      )}
      <Section title={versions.data === undefined ? words.all : words.allCounted(versions.data.meta.total)}>
        <Answer of={versions}>
          {({ data, meta }, { isStale }) =>
            meta.total === 0 ? (
              <Empty title={words.none}>{words.noneNext}</Empty>
            ) : (
              <>
                <DataTable
                  label={words.title}
                  columns={columnsOf(shop.data?.time_zone)}
                  rows={data}
                  keyOf={({ id: n }) => String(n)}
                  selected={chosen === undefined ? String(version) : String(chosen.id)}
                  isStale={isStale}
                />
                <Pager
                  page={page}
                  meta={meta}
                  onChange={(next, how) => void navigate({ search: (old) => ({ ...old, page: next }), ...how })}
                />
              </>
            )
          }
        </Answer>
      </Section>
    </Page>
  );
}

function columnsOf(zone: string | undefined): readonly Column<Version>[] {
  return [
    {
      id: "version",
      label: words.version,
      cell: ({ id }) => (
        <Link from="/shops/$shopId/feeds/$feedId/versions" to="." search={(old) => ({ ...old, version: id, against: undefined })}>
          {words.named(id)}
        </Link>
      ),
    },
    { id: "what", label: words.whatChanged, cell: ({ summary }) => <CatalogText>{summary}</CatalogText> },
    { id: "who", label: words.by, cell: ({ created_by: by }) => by },
    { id: "when", label: words.when, cell: ({ created_at: at }) => <Time at={at} zone={zone} /> },
    { id: "current", label: words.state, isExtra: true, cell: ({ current }) => (current ? words.current : "") },
  ];
}

interface ComparedProps {
  readonly version: number;
  readonly against: number;
  readonly current: number | undefined;
}

/** What a version changed, or what lies between two of them. */
function Compared({ version, against, current }: ComparedProps): ReactNode {
  const { id } = useFeed();
  const isFirst = version === against;
  const compared = useApi(
    "config.compare",
    { path: { id, n: String(version) }, query: { against: String(against) } },
    { enabled: !isFirst },
  );
  const [isAsking, setAsking] = useState(false);
  return (
    <Section
      title={isFirst ? words.named(version) : words.between(against, version)}
      actions={
        <div className={styles["actions"]}>
          <Against version={version} against={against} />
          {current === undefined || current === version ? null : (
            <>
              <Link from="/shops/$shopId/feeds/$feedId/versions" to="." search={(old) => ({ ...old, against: current })}>
                {words.compareCurrent}
              </Link>
              <Button onPress={() => setAsking(true)}>{words.restoreVersion(version)}</Button>
            </>
          )}
        </div>
      }
    >
      {isFirst ? <p>{words.beginning}</p> : <Answer of={compared}>{({ changes }) => <Changes changes={changes} />}</Answer>}
      {isAsking ? <Restore version={version} onClose={() => setAsking(false)} /> : null}
    </Section>
  );
}

const CHOICES_MAX = 100;

/** Any two versions are compared: the other one is chosen here. */
function Against({ version, against }: { readonly version: number; readonly against: number }): ReactNode {
  const { id } = useFeed();
  const navigate = useNavigate({ from: "/shops/$shopId/feeds/$feedId/versions" });
  const versions = useApi("config.versions", { path: { id }, query: { per_page: CHOICES_MAX } });
  const known = new Set([against, ...(versions.data?.data ?? []).map(({ id: n }) => n)]);
  known.delete(version);
  return (
    <Select
      label={messages.versions.against}
      value={String(against)}
      options={[...known].toSorted((a, b) => b - a).map((n) => ({ value: String(n), label: messages.versions.numbered(n) }))}
      onChange={(chosen) => void navigate({ search: (old) => ({ ...old, against: Number(chosen) }) })}
    />
  );
}

/** What restoring would change is shown before it's done; it makes a new version, so it can be taken back too. */
function Restore({ version, onClose }: { readonly version: number; readonly onClose: () => void }): ReactNode {
  const { id } = useFeed();
  const navigate = useNavigate({ from: "/shops/$shopId/feeds/$feedId/versions" });
  const feed = useApi("feeds.get", { path: { id } });
  const plan = useChange("config.restore");
  const restore = useChange("config.restore", { marks: MARKS });
  const [isPlanned, setPlanned] = useState(false);
  if (!isPlanned) {
    setPlanned(true);
    queueMicrotask(() => plan.mutate({ path: { id, n: String(version) }, query: { dry_run: "true" } }));
  }
  const planned = plan.data?.object === "config_plan" ? plan.data : undefined;
  const expected = feed.data === undefined ? {} : { expected_version: feed.data.version };
  return (
    <Confirm
      isOpen
      onClose={onClose}
      kind="primary"
      title={words.restoreAsk(version)}
      action={planned === undefined ? words.restore : words.makeChanges(planned.changes.length)}
      isPending={restore.isPending || plan.isPending}
      error={plan.error ?? restore.error}
      onConfirm={() =>
        restore.mutate(
          { path: { id, n: String(version) }, query: expected },
          {
            onSuccess: () => {
              onClose();
              void navigate({ search: {} });
            },
          },
        )
      }
    >
      {planned === undefined ? (
        <p>{words.looking}</p>
      ) : (
        <>
          <p>{planned.preview === null ? words.noPreview : effectText(planned.preview.summary)}</p>
          <Changes changes={planned.changes} />
        </>
      )}
    </Confirm>
  );
}

interface Summary {
  readonly changed: number;
  readonly newly_excluded: number;
  readonly newly_included: number;
}

function effectText({ changed, newly_excluded: leaving, newly_included: coming }: Summary): string {
  return words.effect(changed, leaving, coming);
}
