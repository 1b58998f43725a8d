import type { ReactNode } from "react";
import { CheckboxButton, CheckboxField, type CheckboxFieldProps } from "react-aria-components";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";

interface CheckboxProps extends Omit<CheckboxFieldProps, "children" | "className"> {
  readonly children: ReactNode;
}

export function Checkbox({ children, ...props }: CheckboxProps): ReactNode {
  return (
    <CheckboxField {...props}>
      <CheckboxButton className={styles["check"] ?? ""}>
        {({ isSelected }) => (
          <>
            <span className={styles["box"]}>{isSelected ? <Icon name="check" /> : null}</span>
            {children}
          </>
        )}
      </CheckboxButton>
    </CheckboxField>
  );
}
