import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { fullId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { CopiedId } from "../ui/copied-id.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Pager } from "../ui/pager.tsx";
import type { Selection } from "../ui/selection-bar.tsx";
import { Fault } from "../ui/states.tsx";
import { type Finding, MUTE_MARKS, useFindingsPath } from "./use-findings.ts";

type Row = ApiAnswer<"findings.rows">["data"][number];

const PER_PAGE = 25;
const words = messages.findings;

/** Every row of a finding: its product, its value, the shop's own page of it, and a mute for this row alone. */
export function FindingRows({ finding: { code, field } }: { readonly finding: Finding }): ReactNode {
  const { shopId, feedId, path } = useFindingsPath();
  const { page = 1, run } = useSearch({ from: "/shops/$shopId/feeds/$feedId/channels/$slug/findings" });
  const navigate = useNavigate({ from: "/shops/$shopId/feeds/$feedId/channels/$slug/findings" });
  const rows = useApi("findings.rows", {
    path: { ...path, code },
    query: { field: field ?? undefined, page, per_page: PER_PAGE, run_id: run === undefined ? undefined : fullId("run", run) },
  });
  const mute = useChange("finding_mutes.create", { marks: MUTE_MARKS });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const muteOf = ({ row_id: row, field: of }: Pick<Row, "row_id" | "field">) => ({
    path,
    body: { code, row_id: row, ...(of === null ? {} : { field: of }) },
  });
  const muteChosen = async () => {
    for (const key of chosen) {
      const [row = "", of = ""] = key.split(" ");
      await mute.mutateAsync(muteOf({ row_id: row, field: of === "" ? null : of }));
    }
    setChosen(new Set());
  };
  const selection: Selection<Row> = {
    ...{ chosen, onChoose: setChosen, said: words.chosen(chosen.size), canChoose: ({ muted }) => !muted },
    labelOf: ({ title }) => words.choose(title === "" ? words.noTitle : title),
    actions: (
      // A refusal stands above the table.
      <Button isPending={mute.isPending} onPress={() => void muteChosen().catch(() => undefined)}>
        {words.muteChosen}
      </Button>
    ),
  };
  return (
    <Answer of={rows} rows={PER_PAGE}>
      {({ data, meta }, { isStale }) =>
        meta.total === 0 ? (
          <p>{words.rowGone}</p>
        ) : (
          <>
            <Fault error={mute.error} />
            <DataTable
              label={words.showRows}
              columns={columnsOf({ shopId, feedId, onMute: (row) => mute.mutate(muteOf(row)) })}
              rows={data}
              keyOf={({ row_id: row, field: of }) => `${row} ${of ?? ""}`}
              isStale={isStale}
              selection={selection}
            />
            <Pager page={page} meta={meta} onChange={(next, how) => void navigate({ search: (old) => ({ ...old, page: next }), ...how })} />
          </>
        )
      }
    </Answer>
  );
}

interface ColumnsOf {
  readonly shopId: string;
  readonly feedId: string;
  readonly onMute: (row: Row) => void;
}

function columnsOf({ shopId, feedId, onMute }: ColumnsOf): readonly Column<Row>[] {
  return [
    {
      id: "product",
      label: words.product,
      cell: ({ title, product_id: productId }) => (
        <Link to="/shops/$shopId/products/$productId" params={{ shopId, productId }} search={{ feed: feedId }}>
          <CatalogText isOneLine>{title === "" ? words.noTitle : title}</CatalogText>
        </Link>
      ),
    },
    { id: "value", label: words.value, cell: ({ value }) => (value === "" ? words.blank : <CatalogText isOneLine>{value}</CatalogText>) },
    { id: "sku", label: words.sku, isExtra: true, cell: ({ sku }) => (sku === null ? null : <CopiedId id={sku} label={words.sku} />) },
    {
      id: "admin",
      label: words.admin,
      copied: ({ admin_url: url }) => url ?? "",
      cell: ({ admin_url: url }) =>
        url === null || !url.startsWith("https://") ? null : (
          <a href={url} target="_blank" rel="noopener noreferrer">
            {words.openAdmin}
          </a>
        ),
    },
    {
      id: "mute",
      label: words.state,
      copied: ({ muted }) => (muted ? words.isMuted : ""),
      cell: (row) =>
        row.muted ? (
          words.isMuted
        ) : (
          <Button kind="quiet" aria-label={words.muteRow(row.title)} onPress={() => onMute(row)}>
            {words.mute}
          </Button>
        ),
    },
  ];
}
