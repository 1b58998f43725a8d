import type { ReactNode } from "react";
import { Button, ComboBox as AriaComboBox, FieldError, Input, Label, ListBox, ListBoxItem, Popover } from "react-aria-components";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";

interface ComboBoxProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly detail: string }[];
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly fault?: string | undefined;
  readonly emptyText: string;
}

/** One of many, found by typing. */
export function ComboBox({ label, value, options, onChange, placeholder, fault, emptyText }: ComboBoxProps): ReactNode {
  const hint = placeholder === undefined ? {} : { placeholder };
  return (
    <AriaComboBox
      className={styles["field"] ?? ""}
      defaultItems={options.map((option) => ({ id: option.value, ...option }))}
      value={value === "" ? null : value}
      onChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
      isInvalid={fault !== undefined}
      validationBehavior="aria"
      menuTrigger="focus"
      allowsEmptyCollection
    >
      <Label className={styles["label"] ?? ""}>{label}</Label>
      <span className={styles["combo"]}>
        <Input className={styles["input"] ?? ""} {...hint} />
        <Button className={styles["arrow"] ?? ""}>
          <Icon name="chevron-down" />
        </Button>
      </span>
      <FieldError className={styles["fault"] ?? ""}>{fault}</FieldError>
      <Popover className={styles["popover"] ?? ""}>
        <ListBox className={styles["list"] ?? ""} renderEmptyState={() => <p className={styles["none"]}>{emptyText}</p>}>
          {({ id, detail }: { readonly id: string; readonly detail: string }) => (
            <ListBoxItem id={id} textValue={id} className={styles["option"] ?? ""}>
              <span>{id}</span>
              <span className={styles["detail"]}>{detail}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
