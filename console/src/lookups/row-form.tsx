import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useChange } from "../api/queries.ts";
import { ConflictBand } from "../feeds/conflict.tsx";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/states.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useNewError } from "../ui/use-new-error.ts";
import styles from "./lookups.module.css";
import { isSameKey, rowInTheWay } from "./row-in-the-way.ts";
import type { SettingRows } from "./set-rows.tsx";

type Row = ApiAnswer<"lookups.rows">["data"][number];

const words = messages.lookups;

interface RowFormProps {
  readonly table: Pick<ApiAnswer<"lookups.get">, "name" | "columns">;
  /** Undefined: a new one. */
  readonly row: Row | undefined;
  readonly set: SettingRows;
  readonly onDone: () => void;
}

/** A row by its columns. With another key it's another row, and the same change removes the previous one. */
export function RowForm({ table: { name, columns }, row, set, onDone }: RowFormProps): ReactNode {
  const [values, setValues] = useState<Readonly<Record<string, string>>>(row?.values ?? {});
  const error = useNewError(set.change.error);
  const [key = ""] = columns;
  const written = values[key] ?? "";
  const isRenamed = row !== undefined && !isSameKey(written, row.key);
  const rows = [columns.map((column) => values[column] ?? "")];
  const look = useChange("lookups.set_rows");
  const inTheWay = look.data === undefined ? undefined : rowInTheWay(look.data.changes, row, written);
  const save = () => set.save({ rows, ...(isRenamed ? { remove: [row.key] } : {}) }, onDone);
  // Nobody's row is overwritten unseen: a preview says what is there now.
  const check = () =>
    look.mutate(
      { path: { name }, body: { rows, preview: true } },
      { onSuccess: ({ changes }) => (rowInTheWay(changes, row, written) === undefined ? save() : undefined) },
    );
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        check();
      }}
    >
      {columns.map((column, at) => (
        <TextField
          key={column}
          label={column}
          autoFocus={at === 0}
          value={values[column] ?? ""}
          onChange={(value) => {
            setValues({ ...values, [column]: value });
            look.reset();
          }}
        />
      ))}
      {inTheWay === undefined || set.change.isPending ? null : (
        <ConflictBand said={words.inTheWay[inTheWay.kind](Object.values(inTheWay.values).join(" · "))} onForce={save} />
      )}
      <Fault error={look.error ?? error} />
      <div className={styles["buttons"]}>
        <SubmitButton isPending={look.isPending || set.change.isPending} isDisabled={written.trim() === ""}>
          {words.saveRow}
        </SubmitButton>
        {row === undefined ? null : (
          <Button kind="danger" isPending={set.change.isPending} onPress={() => set.save({ remove: [row.key] }, onDone)}>
            {words.removeRow}
          </Button>
        )}
      </div>
    </form>
  );
}
