import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps, Switch as AriaSwitch } from "react-aria-components";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";

interface CheckboxProps extends Omit<AriaCheckboxProps, "children" | "className"> {
  readonly children: ReactNode;
}

export function Checkbox({ children, ...props }: CheckboxProps): ReactNode {
  return (
    <AriaCheckbox {...props} className={styles["check"] ?? ""}>
      {({ isSelected }) => (
        <>
          <span className={styles["box"]}>{isSelected ? <Icon name="check" /> : null}</span>
          {children}
        </>
      )}
    </AriaCheckbox>
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
    <AriaSwitch {...props} className={styles["check"] ?? ""}>
      <span className={styles["track"]}>
        <span className={styles["thumb"]} />
      </span>
      {children}
    </AriaSwitch>
  );
}
