import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { CatalogText } from "../ui/catalog-text.tsx";
import { Fault } from "../ui/states.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useNewError } from "../ui/use-new-error.ts";
import styles from "./lookups.module.css";
import { pastedRows } from "./pasted-rows.ts";
import type { SettingRows } from "./set-rows.tsx";

const words = messages.lookups;
const ROWS_MAX = 5_000;
const SHOWN = 20;

interface PasteRowsProps {
  readonly table: ApiAnswer<"lookups.get">;
  readonly set: SettingRows;
  readonly onDone: () => void;
}

/** Cells of a spreadsheet become rows: what would change is shown before it's saved, as one change. */
export function PasteRows({ table, set, onDone }: PasteRowsProps): ReactNode {
  const [text, setText] = useState("");
  const preview = useChange("lookups.set_rows");
  const error = useNewError(set.change.error);
  const rows = pastedRows(text);
  const isTooMany = rows.length > ROWS_MAX;
  const shown = preview.data;
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (shown === undefined) preview.mutate({ path: { name: table.name }, body: { rows: rows.map((row) => [...row]), preview: true } });
        else set.save({ rows }, onDone);
      }}
    >
      <p>{words.pasteHint}</p>
      <p>
        <CatalogText>{table.columns.join(" · ")}</CatalogText>
      </p>
      <TextField
        label={words.pasteRows}
        isMono
        rows={8}
        autoFocus
        value={text}
        onChange={(next) => {
          setText(next);
          preview.reset();
        }}
        fault={isTooMany ? words.tooMany(ROWS_MAX) : undefined}
      />
      {shown === undefined ? null : (
        <div role="status" className={styles["effect"]}>
          <p>{shown.changes.length === 0 ? words.nothing : words.change(shown.added_count, shown.changed_count, shown.removed_count)}</p>
          <ul>
            {shown.changes.slice(0, SHOWN).map(({ key, action, after }) => (
              <li key={key}>
                <span>{words.changeOf[action]}</span> <CatalogText>{Object.values(after ?? {}).join(" · ")}</CatalogText>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Fault error={preview.error ?? error} />
      <div>
        <SubmitButton
          isPending={preview.isPending || set.change.isPending}
          isDisabled={rows.length === 0 || isTooMany || shown?.changes.length === 0}
        >
          {shown === undefined ? words.look : words.applyRows(shown.added_count + shown.changed_count)}
        </SubmitButton>
      </div>
    </form>
  );
}
