import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/states.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useNewError } from "../ui/use-new-error.ts";
import styles from "./lookups.module.css";
import type { SettingRows } from "./set-rows.tsx";

type Row = ApiAnswer<"lookups.rows">["data"][number];

const words = messages.lookups;

interface RowFormProps {
  readonly table: Pick<ApiAnswer<"lookups.get">, "columns">;
  /** Undefined: a new one. */
  readonly row: Row | undefined;
  readonly set: SettingRows;
  readonly onDone: () => void;
}

/** A row by its columns. With another key it's another row, and the same change removes the previous one. */
export function RowForm({ table: { columns }, row, set, onDone }: RowFormProps): ReactNode {
  const [values, setValues] = useState<Readonly<Record<string, string>>>(row?.values ?? {});
  const error = useNewError(set.change.error);
  const [key = ""] = columns;
  const written = values[key] ?? "";
  const isRenamed = row !== undefined && written.trim().toLowerCase() !== row.key.trim().toLowerCase();
  const save = () =>
    set.save({ rows: [columns.map((column) => values[column] ?? "")], ...(isRenamed ? { remove: [row.key] } : {}) }, onDone);
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {columns.map((column, at) => (
        <TextField
          key={column}
          label={column}
          autoFocus={at === 0}
          value={values[column] ?? ""}
          onChange={(value) => setValues({ ...values, [column]: value })}
        />
      ))}
      <Fault error={error} />
      <div className={styles["buttons"]}>
        <SubmitButton isPending={set.change.isPending} isDisabled={written.trim() === ""}>
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
