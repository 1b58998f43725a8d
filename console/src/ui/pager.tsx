import { type ReactNode, useEffect } from "react";
import { messages } from "../messages/messages.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import styles from "./pager.module.css";

const words = messages.ui;

interface PagerProps {
  readonly page: number;
  /** The answer's own. While another page is on its way, it's still that of the page before. */
  readonly meta: { readonly page: number; readonly per_page: number; readonly total: number };
  /** `how` is for `navigate`: a page that isn't there shouldn't be gone back to. */
  readonly onChange: (page: number, how?: { readonly replace: boolean }) => void;
  /** Where a page has several lists: whose pages these are. */
  readonly label?: string;
}

/** "1–50 of 1,487", and a step each way; the count stands there even where one page holds all. A page past the end becomes the last one. */
export function Pager({ page, meta, onChange, label = words.pages }: PagerProps): ReactNode {
  const { per_page: perPage, total } = meta;
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const isPastEnd = meta.page === page && page > lastPage;
  useEffect(() => {
    if (isPastEnd) onChange(lastPage, { replace: true });
  });
  const first = Math.min((Math.min(page, lastPage) - 1) * perPage + 1, total);
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
