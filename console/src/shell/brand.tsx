import type { ReactNode } from "react";
import { messages } from "../messages/messages.ts";
import styles from "./brand.module.css";
import mark from "./mark.svg";

const words = messages.shell;

export function Brand(): ReactNode {
  return (
    <span className={styles["brand"]}>
      <img src={mark} width={16} height={16} alt="" />
      {words.product}
    </span>
  );
}
