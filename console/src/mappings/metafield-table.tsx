import type { ReactNode } from "react";
import { messages } from "../messages/messages.ts";
import { CatalogText } from "../ui/catalog-text.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { ShareBar } from "../ui/share-bar.tsx";
import styles from "./mappings.module.css";

const words = messages.mappings;

export interface MetafieldLine {
  readonly namespace: string;
  readonly key: string;
  readonly level: "product" | "variant";
  readonly column: string | null;
  readonly isTaken: boolean;
  readonly withValue: number;
  readonly total: number | null;
  readonly samples: readonly string[];
}

export function metafieldKey({ namespace, key, level }: Pick<MetafieldLine, "namespace" | "key" | "level">): string {
  return `${level} ${namespace}.${key}`;
}

interface MetafieldTableProps {
  readonly lines: readonly MetafieldLine[];
  readonly chosen: readonly string[];
  readonly onToggle: (key: string, isChosen: boolean) => void;
  readonly faultOf: (line: MetafieldLine) => string | undefined;
}

export function MetafieldTable({ lines, chosen, onToggle, faultOf }: MetafieldTableProps): ReactNode {
  const columns: readonly Column<MetafieldLine>[] = [
    {
      id: "name",
      label: words.metafield,
      cell: (line) => {
        const id = metafieldKey(line);
        const fault = faultOf(line);
        return (
          <span className={styles["who"]}>
            <Checkbox isSelected={chosen.includes(id)} onChange={(on) => onToggle(id, on)}>
              <CatalogText>{`${line.namespace}.${line.key}`}</CatalogText>
            </Checkbox>
            {fault === undefined ? null : (
              <span role="alert" className={styles["fault"]}>
                {fault}
              </span>
            )}
          </span>
        );
      },
    },
    { id: "level", label: words.level, cell: ({ level }) => <span className={styles["word"]}>{words.levels[level]}</span> },
    {
      id: "column",
      label: words.column,
      isExtra: true,
      cell: ({ column }) => (column === null ? null : <code className={styles["word"]}>{column}</code>),
    },
    {
      id: "coverage",
      label: words.coverage,
      isFigure: true,
      cell: ({ withValue, total }) => (
        <span className={styles["covered"]}>
          {total === null ? null : <ShareBar part={withValue} whole={total} />}
          <span>{total === null ? words.used(withValue) : words.coverageOf(withValue, total)}</span>
        </span>
      ),
    },
    {
      id: "samples",
      label: words.samples,
      isExtra: true,
      cell: ({ samples }) =>
        samples.length === 0 ? null : (
          <span className={styles["samples"]}>
            <CatalogText isOneLine>{samples.join(" · ")}</CatalogText>
          </span>
        ),
    },
  ];
  return <DataTable label={words.parts.metafields} columns={columns} rows={lines} keyOf={metafieldKey} />;
}
