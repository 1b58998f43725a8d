import { type ReactNode, useState } from "react";
import { ApiError } from "../api/errors.ts";
import { useApi } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Select } from "../ui/select.tsx";
import { Fault } from "../ui/states.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { TextField } from "../ui/text-field.tsx";
import { RowPicker } from "./row-picker.tsx";
import styles from "./tests.module.css";
import type { WrittenTest } from "./written-test.ts";

const words = messages.tests;
const COLUMNS_SHOWN = 100;

interface TestFormProps {
  readonly start: WrittenTest;
  /** Where the test is in the list that's sent: faults name it. */
  readonly place: number;
  readonly onSave: (test: WrittenTest) => void;
  readonly onRemove: (() => void) | undefined;
  readonly isPending: boolean;
  readonly error: Error | null;
}

/** A row, and what it must look like. */
export function TestForm({ start, place, onSave, onRemove, isPending, error }: TestFormProps): ReactNode {
  const [test, setTest] = useState(start);
  const fault = (name: string) => (error instanceof ApiError ? error.faultOf(`/tests/${place}/${name}`)?.message : undefined);
  const change = (part: Partial<WrittenTest>) => setTest({ ...test, ...part });
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(test);
      }}
    >
      <RowPicker
        rowId={test.rowId}
        fault={fault("row_id")}
        onPick={(rowId, fields) =>
          change({
            rowId,
            name: test.name === "" ? (fields["title"] ?? "").slice(0, 200) : test.name,
            values: test.values.map(({ column, value }) => ({ column, value: value === "" ? (fields[column] ?? "") : value })),
          })
        }
      />
      <TextField
        label={words.name}
        value={test.name}
        onChange={(name) => change({ name })}
        description={words.nameHint}
        fault={fault("name")}
      />
      <Select
        label={words.place}
        value={test.place}
        onChange={(chosen) => change({ place: chosen })}
        options={(["either", "in", "out"] as const).map((value) => ({ value, label: words.placeIs[value] }))}
        fault={fault("excluded")}
      />
      {test.place === "out" ? (
        <TextField
          label={words.reason}
          value={test.reason}
          onChange={(reason) => change({ reason })}
          description={words.reasonHint}
          fault={fault("excluded_reason")}
        />
      ) : (
        <Values test={test} fault={fault} onChange={change} />
      )}
      <Fault error={error} />
      <div className={styles["buttons"]}>
        <SubmitButton isPending={isPending} isDisabled={test.rowId === ""}>
          {words.save}
        </SubmitButton>
        {onRemove === undefined ? null : (
          <Button kind="danger" isPending={isPending} onPress={onRemove}>
            {words.remove}
          </Button>
        )}
      </div>
    </form>
  );
}

interface ValuesProps {
  readonly test: WrittenTest;
  readonly fault: (name: string) => string | undefined;
  readonly onChange: (part: Partial<WrittenTest>) => void;
}

function Values({ test, fault, onChange }: ValuesProps): ReactNode {
  const { id } = useFeed();
  const columns = useApi("columns.profile", { path: { id }, query: { side: "feed", per_page: COLUMNS_SHOWN } });
  const { values } = test;
  const names = [...new Set([...(columns.data?.data ?? []).map(({ name }) => name), ...values.map(({ column }) => column)])];
  const set = (at: number, part: Partial<WrittenTest["values"][number]>) =>
    onChange({ values: values.map((one, place) => (place === at ? { ...one, ...part } : one)) });
  return (
    <fieldset className={styles["values"]}>
      <legend>{words.values}</legend>
      {values.map(({ column, value }, at) => (
        <div key={at} className={styles["value"]}>
          <Select
            label={words.column1}
            hideLabel={at > 0}
            value={column}
            options={names.map((name) => ({ value: name, label: name }))}
            onChange={(name) => set(at, { column: name })}
          />
          <TextField
            label={words.value}
            hideLabel={at > 0}
            value={value}
            onChange={(next) => set(at, { value: next })}
            fault={fault(`expect/${column}`)}
          />
          <Button
            kind="quiet"
            aria-label={words.removeValue(column)}
            onPress={() => onChange({ values: values.filter((_, place) => place !== at) })}
          >
            <Icon name="x" />
          </Button>
        </div>
      ))}
      <p className={styles["hint"]}>{words.valueHint}</p>
      <div>
        <Button
          isDisabled={names.length === 0}
          onPress={() => {
            const free = names.find((name) => !values.some(({ column }) => column === name)) ?? "";
            onChange({ values: [...values, { column: free, value: "" }] });
          }}
        >
          {words.addValue}
        </Button>
      </div>
      {fault("expect") === undefined ? null : <p role="alert">{fault("expect")}</p>}
    </fieldset>
  );
}
