import type { ReactNode } from "react";
import { messages } from "../messages/messages.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import styles from "./pager.module.css";

const words = messages.ui;

interface PagerProps {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly onChange: (page: number) => void;
  /** Where a page has several lists: whose pages these are. */
  readonly label?: string;
}

/** "1–50 of 1,487", and a step each way; the count stands there even where one page holds all. */
export function Pager({ page, perPage, total, onChange, label = "Pages" }: PagerProps): ReactNode {
  const first = Math.min((page - 1) * perPage + 1, total);
  const last = Math.min(page * perPage, total);
  return (
    <nav aria-label={label} className={styles["pager"]}>
      <span>{words.range(first, last, total)}</span>
      {total <= perPage ? null : (
        <>
          <Button kind="quiet" isDisabled={page === 1} onPress={() => onChange(page - 1)} aria-label={words.previousPage}>
            <Icon name="chevron-left" />
          </Button>
          <Button kind="quiet" isDisabled={last >= total} onPress={() => onChange(page + 1)} aria-label={words.nextPage}>
            <Icon name="chevron-right" />
          </Button>
        </>
      )}
    </nav>
  );
}
