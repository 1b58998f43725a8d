import type { ReactNode } from "react";
import { CheckboxButton, CheckboxField, type CheckboxFieldProps, SwitchButton, SwitchField } from "react-aria-components";
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

interface SwitchProps {
  readonly children: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
}

/** What takes effect at once. */
export function Switch({ children, ...props }: SwitchProps): ReactNode {
  return (
    <SwitchField {...props}>
      <SwitchButton className={styles["check"] ?? ""}>
        <span className={styles["track"]}>
          <span className={styles["thumb"]} />
        </span>
        {children}
      </SwitchButton>
    </SwitchField>
  );
}
