import { type ReactNode, useState } from "react";
import type { Fault } from "../api/errors.ts";
import { messages } from "../messages/messages.ts";
import { ComboBox } from "../ui/combo-box.tsx";
import { Select } from "../ui/select.tsx";
import { ExpressionText } from "./expression-text.tsx";

const words = messages.mappings;
const KINDS = ["column", "expression", "nothing"] as const;
type Kind = (typeof KINDS)[number];

interface Written {
  readonly kind: Kind;
  readonly source: string;
  readonly expression: string;
  /** Grows when the expression is replaced from outside: the editor keeps its own text otherwise. */
  readonly taken: number;
}

export interface MappingDraft {
  readonly written: Written;
  /** As the API takes it; undefined: it isn't complete. */
  readonly wanted: string | null | undefined;
  readonly change: (part: Partial<Written>) => void;
  /** Begins again from this. */
  readonly take: (reads: string | null) => void;
}

/** What a column shall read, while it's being written. Until something is, it follows what the column reads. */
export function useMappingDraft(reads: string | null): MappingDraft {
  const [written, setWritten] = useState(() => writtenOf(reads, 0));
  const [seen, setSeen] = useState(reads);
  if (seen !== reads) {
    setSeen(reads);
    if (wantedOf(written) === seen) setWritten(writtenOf(reads, written.taken + 1));
  }
  return {
    written,
    wanted: wantedOf(written),
    change: (part) => setWritten((old) => ({ ...old, ...part })),
    take: (next) => setWritten(({ taken }) => writtenOf(next, taken + 1)),
  };
}

function writtenOf(reads: string | null, taken: number): Written {
  const isExpression = reads?.startsWith("=") === true;
  return {
    kind: reads === null ? "nothing" : isExpression ? "expression" : "column",
    source: isExpression ? "" : (reads ?? ""),
    expression: isExpression ? (reads ?? "").slice(1) : "",
    taken,
  };
}

function wantedOf({ kind, source, expression }: Written): string | null | undefined {
  if (kind === "nothing") return null;
  if (kind === "column") return source === "" ? undefined : source;
  return expression.trim() === "" ? undefined : `=${expression}`;
}

interface MappingFieldsProps {
  readonly draft: MappingDraft;
  readonly column: string;
  readonly sources: readonly { readonly name: string; readonly type: string }[];
  readonly faults: readonly Fault[];
}

export function MappingFields({ draft: { written, change }, column, sources, faults }: MappingFieldsProps): ReactNode {
  const { kind, source, expression, taken } = written;
  return (
    <>
      <Select
        label={words.kind}
        value={kind}
        options={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
        onChange={(next) => {
          // An expression begins where the column was.
          const isBegun = next === "expression" && expression === "" && source !== "";
          change({ kind: next, ...(isBegun ? { expression: `[D]${source}` } : {}) });
        }}
      />
      {kind === "column" ? (
        <ComboBox
          label={words.sourceColumn}
          value={source}
          options={sources.map(({ name, type }) => ({ value: name, detail: type }))}
          onChange={(next) => change({ source: next })}
          placeholder={words.sourceHint}
          emptyText={words.noSource}
          fault={faults[0]?.message}
        />
      ) : null}
      {kind === "expression" ? (
        <ExpressionText key={taken} value={expression} onChange={(next) => change({ expression: next })} column={column} faults={faults} />
      ) : null}
    </>
  );
}
