import type { ReactNode } from "react";
import { formatCount } from "../messages/format.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import styles from "./pager.module.css";

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
      <span>
        {formatCount(first)}–{formatCount(last)} of {formatCount(total)}
      </span>
      {total <= perPage ? null : (
        <>
          <Button kind="quiet" isDisabled={page === 1} onPress={() => onChange(page - 1)} aria-label="Page before">
            <Icon name="chevron-left" />
          </Button>
          <Button kind="quiet" isDisabled={last >= total} onPress={() => onChange(page + 1)} aria-label="Next page">
            <Icon name="chevron-right" />
          </Button>
        </>
      )}
    </nav>
  );
}
