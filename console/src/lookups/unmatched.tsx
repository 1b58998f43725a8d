import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { formatCount } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { Section } from "../shell/page.tsx";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Fault } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import type { SettingRows } from "./set-rows.tsx";

const words = messages.lookups;
/** More than these a person fills into a spreadsheet. */
const SHOWN = 20;

interface UnmatchedProps {
  readonly table: ApiAnswer<"lookups.get">;
  readonly set: SettingRows;
}

/** Keys that rows have and the table lacks. What they're replaced with is written beside them; those with a value are added together. */
export function Unmatched({ table: { columns, unmatched_keys: keys }, set }: UnmatchedProps): ReactNode {
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({});
  const [, value] = columns;
  const shown = keys?.slice(0, SHOWN) ?? [];
  const rows = shown.flatMap(({ key }) => {
    const text = written[key] ?? "";
    return value === undefined || text.trim() === "" ? [] : [[key, text]];
  });
  if (shown.length === 0)
    return (
      <Section title={words.unmatchedTitle(keys?.length)}>
        <p>{keys === null ? words.unmatchedNotRun : words.unmatchedNone}</p>
      </Section>
    );
  return (
    <Section
      title={words.unmatchedTitle(keys?.length)}
      description={words.unmatchedHint}
      actions={
        <Button isDisabled={rows.length === 0} isPending={set.change.isPending} onPress={() => set.save({ rows }, () => setWritten({}))}>
          {words.addThese(rows.length)}
        </Button>
      }
    >
      <DataTable
        label={words.unmatchedTitle(keys?.length)}
        rows={shown}
        keyOf={({ key }) => key}
        columns={[
          { id: "key", label: words.unmatchedKey, cell: ({ key }) => <CatalogText>{key}</CatalogText> },
          { id: "count", label: words.unmatchedCount, isFigure: true, cell: ({ count }) => formatCount(count) },
          ...(value === undefined
            ? []
            : [
                {
                  id: "value",
                  label: value,
                  cell: ({ key }: (typeof shown)[number]) => (
                    <TextField
                      label={words.valueFor(key, value)}
                      hideLabel
                      value={written[key] ?? ""}
                      onChange={(text) => setWritten({ ...written, [key]: text })}
                    />
                  ),
                },
              ]),
        ]}
      />
      <Fault error={set.change.error} />
    </Section>
  );
}
