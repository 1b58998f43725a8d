import type { ReactNode } from "react";
import {
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from "react-aria-components";
import { classes } from "./classes.ts";
import styles from "./field.module.css";

interface TextFieldProps extends Omit<AriaTextFieldProps, "className" | "children"> {
  readonly label: string;
  /** One sentence below the field. */
  readonly description?: ReactNode;
  /** What is wrong with it, as the API says; the field is invalid while there is one. */
  readonly fault?: string | undefined;
  readonly placeholder?: string;
  /** For keys, ids, SKUs. */
  readonly isMono?: boolean;
  readonly rows?: number;
  /** Label for screen readers alone. */
  readonly hideLabel?: boolean;
}

export function TextField({ label, description, fault, placeholder, isMono, rows, hideLabel, ...props }: TextFieldProps): ReactNode {
  const input = classes(styles["input"], isMono === true && styles["mono"]);
  const hint = placeholder === undefined ? {} : { placeholder };
  return (
    // The browser's own validation would refuse to send a form again whose fault only its answer takes away.
    <AriaTextField {...props} validationBehavior="aria" isInvalid={fault !== undefined} className={styles["field"] ?? ""}>
      <Label className={classes(styles["label"], hideLabel === true && "visually-hidden")}>{label}</Label>
      {rows === undefined ? <Input className={input} {...hint} /> : <TextArea className={input} rows={rows} {...hint} />}
      {description === undefined ? null : (
        <Text slot="description" className={styles["description"] ?? ""}>
          {description}
        </Text>
      )}
      <FieldError className={styles["fault"] ?? ""}>{fault}</FieldError>
    </AriaTextField>
  );
}
