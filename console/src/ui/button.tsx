import type { ReactNode, Ref } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import styles from "./button.module.css";
import { classes } from "./classes.ts";

interface ButtonProps extends Omit<AriaButtonProps, "children" | "className"> {
  readonly children: ReactNode;
  /** One primary button a page. `danger` is for what leaves the house or can't be undone. */
  readonly kind?: "primary" | "plain" | "quiet" | "danger";
  /** Its key, shown behind the label. */
  readonly keys?: string;
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** Verb and object: "Publish run 128". While `isPending` it keeps its width and takes no press. */
export function Button({ children, kind = "plain", keys, className, ...props }: ButtonProps): ReactNode {
  return (
    <AriaButton {...props} className={classes(styles["button"], styles[kind], className)}>
      <span className={styles["label"]}>{children}</span>
      {keys === undefined ? null : <kbd className={styles["keys"]}>{keys}</kbd>}
    </AriaButton>
  );
}
