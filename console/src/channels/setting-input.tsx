import type { ReactNode } from "react";
import { useApi } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { Checkbox } from "../ui/checkbox.tsx";
import { Select } from "../ui/select.tsx";
import { TextField } from "../ui/text-field.tsx";
import styles from "./channels.module.css";
import type { SettingField } from "./setting-fields.ts";

const words = messages.channels;
/** The setting that names a lookup table. */
const TABLE = "product_type_by";

interface SettingInputProps {
  readonly field: SettingField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly fault: string | undefined;
}

/** A setting as the field that suits it: the feed's own value is a blank text. */
export function SettingInput({ field, value, onChange, fault }: SettingInputProps): ReactNode {
  const { name, kind, choices, description } = field;
  if (kind === "list") return <ExtraAttributes {...{ field, value, onChange, fault }} />;
  if (name === TABLE) return <TableChoice {...{ field, value, onChange, fault }} />;
  if (kind === "flag")
    return (
      <div className={styles["described"]}>
        <Checkbox isSelected={value === true} onChange={onChange}>
          {words.fieldOf(name)}
        </Checkbox>
        <span className={styles["small"]}>{fault ?? description}</span>
      </div>
    );
  if (kind === "choice")
    return (
      <div className={styles["described"]}>
        <Select
          label={words.fieldOf(name)}
          value={textOf(value)}
          options={choices.map((choice) => ({ value: choice, label: choice }))}
          onChange={onChange}
          fault={fault}
        />
        <span className={styles["small"]}>{description}</span>
      </div>
    );
  return (
    <TextField
      label={words.fieldOf(name)}
      value={textOf(value)}
      onChange={(text) => onChange(text.trim() === "" ? null : text)}
      description={description}
      fault={fault}
    />
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Extra columns of the feed, each sent or not. A name that isn't an extra column any more can only be removed. */
function ExtraAttributes({ field: { description }, value, onChange, fault }: SettingInputProps): ReactNode {
  const { id } = useFeed();
  const columns = useApi("columns.extra", { path: { feed_id: id } });
  const sent = Array.isArray(value) ? value.map(String) : [];
  const all = [...new Set([...(columns.data?.extra_columns ?? []), ...sent])];
  return (
    <fieldset className={styles["group"]}>
      <legend>{words.extraAttributes}</legend>
      {all.length === 0 ? (
        <p className={styles["small"]}>{words.noExtra}</p>
      ) : (
        all.map((name) => (
          <Checkbox
            key={name}
            isSelected={sent.includes(name)}
            onChange={(on) => onChange(on ? [...sent, name] : sent.filter((one) => one !== name))}
          >
            {name}
          </Checkbox>
        ))
      )}
      <span className={styles["small"]}>{fault ?? description}</span>
    </fieldset>
  );
}

function TableChoice({ field: { name, description }, value, onChange, fault }: SettingInputProps): ReactNode {
  const tables = useApi("lookups.list", {});
  const names = [...new Set([...(tables.data?.data ?? []).map((table) => table.name), ...(textOf(value) === "" ? [] : [textOf(value)])])];
  return (
    <div className={styles["described"]}>
      <Select
        label={words.fieldOf(name)}
        value={textOf(value)}
        options={[{ value: "", label: words.noTable }, ...names.map((table) => ({ value: table, label: table }))]}
        onChange={(table) => onChange(table === "" ? null : table)}
        fault={fault}
      />
      <span className={styles["small"]}>{description}</span>
    </div>
  );
}
