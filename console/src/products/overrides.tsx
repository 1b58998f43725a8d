import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { ApiError } from "../api/errors.ts";
import { useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Section } from "../shell/page.tsx";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Leaving } from "../ui/leaving.tsx";
import { Select } from "../ui/select.tsx";
import { Fault } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useEdits } from "../ui/use-edits.ts";
import { PRODUCT_MARKS } from "./product-marks.ts";
import styles from "./products.module.css";

const words = messages.products;

/** As the contract lists them; `condition` is a choice and `excluded` a switch. */
const FIELDS = [
  ...["title", "description", "brand", "gtin", "mpn", "condition", "google_product_category", "product_type"],
  ...["custom_label_0", "custom_label_1", "custom_label_2", "custom_label_3", "custom_label_4"],
] as const;
const CONDITIONS = ["shop", "new", "refurbished", "used"] as const;

/** What a person says of this product instead of the shop, in every feed. Blank fields leave it to the shop. */
export function Overrides({ product }: { readonly product: ApiAnswer<"products.get"> }): ReactNode {
  const { id, overrides } = product;
  const [isOpen, setOpen] = useState(false);
  const texts = useEdits<Readonly<Record<string, string>>>(
    Object.fromEntries(FIELDS.map((field) => [field, typeof overrides[field] === "string" ? overrides[field] : ""])),
  );
  const flag = useEdits({ excluded: overrides["excluded"] === true });
  const { excluded } = flag.values;
  const save = useChange("products.update", { marks: PRODUCT_MARKS });
  const restore = useChange("products.restore", { marks: PRODUCT_MARKS });
  const given = Object.keys(overrides).length;
  const refused = save.error instanceof ApiError ? save.error : undefined;
  const isChanged = texts.isChanged || flag.isChanged;
  const keep = () => {
    if (!isChanged) return;
    const written = Object.fromEntries(Object.entries(texts.edited).map(([field, text]) => [field, text || null]));
    const body = { ...written, ...(flag.isChanged ? { excluded: excluded || null } : {}) };
    const onSuccess = () => {
      texts.saved(texts.values);
      flag.saved(flag.values);
    };
    save.mutate({ path: { id }, body }, { onSuccess });
  };
  const noteOf = (field: string) => {
    const kept = overrides[field];
    return texts.isOvertaken(field) ? words.overtaken(typeof kept === "string" ? kept : undefined) : undefined;
  };
  const edit = { id: "edit", label: words.override, keys: "e", group: words.product, run: () => setOpen(true) };
  const send = {
    id: "save",
    label: words.saveOverrides,
    keys: "Ctrl+Enter",
    group: words.product,
    run: keep,
  };
  useCommands(isOpen ? [edit, send] : [edit]);
  return (
    <Section
      title={words.overrides(given)}
      description={words.overridesHint}
      actions={
        <div className={styles["buttons"]}>
          {given === 0 ? null : (
            <Button isPending={restore.isPending} onPress={() => restore.mutate({ path: { id } })}>
              {words.restore}
            </Button>
          )}
          <Button onPress={() => setOpen(!isOpen)}>{isOpen ? words.closeForm : words.override}</Button>
        </div>
      }
    >
      <Fault error={restore.error} />
      {isOpen ? (
        <form
          className={styles["form"]}
          onSubmit={(event) => {
            event.preventDefault();
            keep();
          }}
        >
          {FIELDS.map((field) => (
            <OverrideField
              key={field}
              field={field}
              value={texts.values[field] ?? ""}
              onChange={(value) => texts.set({ [field]: value })}
              fault={refused?.faultOf(`/${field}`)?.message ?? noteOf(field)}
            />
          ))}
          <Checkbox isSelected={excluded} onChange={(isOut) => flag.set({ excluded: isOut })}>
            {words.leaveOut}
          </Checkbox>
          <Fault error={refused !== undefined && refused.details.length > 0 ? null : save.error} />
          <div className={styles["buttons"]}>
            <Button type="submit" kind="primary" isPending={save.isPending} isDisabled={!isChanged}>
              {words.saveOverrides}
            </Button>
          </div>
          <Leaving isLosing={() => isChanged} title={words.leaveAsk} action={words.discardOverrides}>
            {words.wouldBeLost}
          </Leaving>
        </form>
      ) : null}
    </Section>
  );
}

interface OverrideFieldProps {
  readonly field: (typeof FIELDS)[number];
  /** Blank: as the shop says. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly fault: string | undefined;
}

function OverrideField({ field, value, onChange, fault }: OverrideFieldProps): ReactNode {
  const label = words.fields[field];
  if (field !== "condition") return <TextField {...{ label, value, onChange, fault }} {...(field === "description" ? { rows: 4 } : {})} />;
  return (
    <Select
      label={label}
      value={CONDITIONS.find((one) => one === value) ?? "shop"}
      options={CONDITIONS.map((one) => ({ value: one, label: words.conditions[one] }))}
      onChange={(chosen) => onChange(chosen === "shop" ? "" : chosen)}
      fault={fault}
    />
  );
}
