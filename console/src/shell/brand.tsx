import type { ReactNode } from "react";
import styles from "./brand.module.css";
import mark from "./mark.svg";

export function Brand(): ReactNode {
  return (
    <span className={styles["brand"]}>
      <img src={mark} width={16} height={16} alt="" />
      Feedwright
    </span>
  );
}
