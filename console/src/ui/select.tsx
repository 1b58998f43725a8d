import type { ReactNode } from "react";
import { Button, FieldError, Label, ListBox, ListBoxItem, Popover, Select as AriaSelect, SelectValue } from "react-aria-components";
import { classes } from "./classes.ts";
import styles from "./field.module.css";
import { chosen } from "../unsafe.ts";
import { Icon } from "./icon.tsx";

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  readonly fault?: string | undefined;
  readonly hideLabel?: boolean;
  readonly isDisabled?: boolean;
}

/** One of a few. */
export function Select<Value extends string>({
  label,
  value,
  options,
  onChange,
  fault,
  hideLabel,
  isDisabled,
}: SelectProps<Value>): ReactNode {
  return (
    <AriaSelect
      className={styles["field"] ?? ""}
      value={value}
      onChange={(key) => onChange(chosen(key))}
      isInvalid={fault !== undefined}
      validationBehavior="aria"
      isDisabled={isDisabled ?? false}
    >
      <Label className={classes(styles["label"], hideLabel === true && "visually-hidden")}>{label}</Label>
      <Button className={classes(styles["input"], styles["select"])}>
        <SelectValue />
        <Icon name="chevron-down" />
      </Button>
      <FieldError className={styles["fault"] ?? ""}>{fault}</FieldError>
      <Popover className={styles["popover"] ?? ""}>
        <ListBox className={styles["list"] ?? ""} items={options.map((option) => ({ id: option.value, label: option.label }))}>
          {({ id, label: name }) => (
            <ListBoxItem id={id} textValue={name} className={styles["option"] ?? ""}>
              {name}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
