import type { ReactNode } from "react";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Icon } from "../ui/icon.tsx";
import { ShareBar } from "../ui/share-bar.tsx";
import { isFull, isMissing, type MappedColumn, type Mark } from "./columns-of-feed.ts";
import styles from "./mappings.module.css";

const words = messages.mappings;

interface ColumnTableProps {
  readonly columns: readonly MappedColumn[];
  /** Channels of the feed: a column of marks each. */
  readonly slugs: readonly string[];
  readonly opened: string | undefined;
  readonly onOpen: (name: string) => void;
}

export function ColumnTable({ columns, slugs, opened, onOpen }: ColumnTableProps): ReactNode {
  // The editor takes half the width.
  const isNarrow = opened !== undefined;
  const shown: readonly Column<MappedColumn>[] = [
    {
      id: "name",
      label: words.column,
      cell: ({ name }) => (
        <Button kind="quiet" className={styles["name"]} aria-label={words.edit(name)} onPress={() => onOpen(name)}>
          <code>{name}</code>
        </Button>
      ),
    },
    { id: "reads", label: words.reads, cell: (column) => <Reads column={column} isNarrow={isNarrow} /> },
    { id: "filled", label: words.filled, isFigure: true, cell: (column) => <Filled column={column} isNarrow={isNarrow} /> },
    ...(isNarrow ? [] : [{ id: "sample", label: words.sample, isExtra: true, cell: sampleOf }]),
    ...slugs.map((slug): Column<MappedColumn> => ({
      id: slug,
      label: slug,
      cell: (column) => <MarkCell mark={column.marks.find(({ channel }) => channel === slug)} slug={slug} isFull={isFull(column)} />,
    })),
  ];
  return <DataTable label={words.title} columns={shown} rows={columns} keyOf={({ name }) => name} selected={opened} />;
}

interface CellProps {
  readonly column: MappedColumn;
  readonly isNarrow: boolean;
}

function Reads({ column: { reads, isDefault, profile }, isNarrow }: CellProps): ReactNode {
  const rules = profile?.written_by.length ?? 0;
  return (
    <span className={styles["reads"]} data-narrow={isNarrow}>
      {reads === null ? (
        <span className={styles["quiet"]}>{words.nothing}</span>
      ) : (
        <CatalogText by="mapping" isOneLine>
          {shownSource(reads)}
        </CatalogText>
      )}
      {isDefault ? null : <span className={styles["changed"]}>{words.isChanged}</span>}
      {rules === 0 ? null : <span className={styles["rules"]}>{words.writtenBy(rules)}</span>}
    </span>
  );
}

function Filled({ column, isNarrow }: CellProps): ReactNode {
  const { profile } = column;
  if (typeof profile?.rows !== "number") return <span className={styles["quiet"]}>{words.uncounted}</span>;
  const filled = profile.with_value ?? 0;
  return (
    <span className={styles["filled"]}>
      {isNarrow ? null : <ShareBar part={filled} whole={profile.rows} tone={isMissing(column) ? "failed" : "plain"} />}
      <span>{words.share(filled, profile.rows)}</span>
    </span>
  );
}

function sampleOf({ profile }: MappedColumn): ReactNode {
  const [first] = profile?.samples ?? [];
  if (profile === undefined || first === undefined) return null;
  return (
    <span className={styles["sample"]}>
      <CatalogText isOneLine>{first}</CatalogText>
      {profile.distinct === null || profile.distinct < 2 ? null : (
        <span className={styles["quiet"]}>{words.moreValues(profile.distinct - 1)}</span>
      )}
    </span>
  );
}

interface MarkCellProps {
  readonly mark: Mark | undefined;
  readonly slug: string;
  readonly isFull: boolean;
}

/** A word and a shape: what the channel requires, and whether it's there. */
function MarkCell({ mark, slug, isFull: full }: MarkCellProps): ReactNode {
  if (mark === undefined) return <span className={styles["unmarked"]}>{words.marks.none}</span>;
  const word = words.marks[mark.requirement];
  const isWrong = mark.requirement === "required" && !full;
  return (
    <span className={styles["mark"]} data-requirement={mark.requirement} data-wrong={isWrong} title={mark.condition ?? undefined}>
      {full ? <Icon name="check" size={14} /> : isWrong ? <Icon name="circle-alert" size={14} /> : null}
      <span className={styles["channel"]} aria-hidden="true">
        {slug}
      </span>
      <span aria-hidden="true">{word}</span>
      <span className="visually-hidden">{words.markOf(slug, word, full)}</span>
    </span>
  );
}

/** As rules and expressions write it. */
function shownSource(reads: string): string {
  return reads.startsWith("=") ? reads.slice(1) : `[D]${reads}`;
}
