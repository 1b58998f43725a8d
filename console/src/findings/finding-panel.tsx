import sides from "../ui/sides.module.css";
import { type ReactNode, useEffect, useRef } from "react";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { FindingRows } from "./finding-rows.tsx";
import type { Shown } from "./findings-search.ts";
import styles from "./findings.module.css";
import { FixPreview } from "./fix-preview.tsx";
import { MuteForm } from "./mute-form.tsx";
import type { Finding } from "./use-findings.ts";

const words = messages.findings;

interface FindingPanelProps {
  /** Undefined: it was there when the panel was opened, and isn't any more. */
  readonly finding: Finding | undefined;
  readonly show: Shown;
  readonly onClose: () => void;
}

/** Beside the list: a finding's fix, its rows or its mute. Opening it takes the focus there, Escape closes it. */
export function FindingPanel({ finding, show, onClose }: FindingPanelProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // The mute's form takes it to its first field.
    if (show !== "mute") heading.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: "nearest" });
  }, [show]);
  const titles = { fix: words.fixTitle, mute: words.muteTitle, rows: words.rowsTitle(finding?.affected_count ?? 0) } as const;
  return (
    <section
      ref={panel}
      className={sides["panel"]}
      aria-label={titles[show]}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onClose();
      }}
    >
      <header className={sides["head"]}>
        <h2 ref={heading} tabIndex={-1}>
          {titles[show]}
        </h2>
        <Button kind="quiet" aria-label={words.close} onPress={onClose}>
          <Icon name="x" />
        </Button>
      </header>
      {finding === undefined ? null : <p className={styles["source"]}>{finding.message}</p>}
      {show === "fix" ? <FixPreview finding={finding} /> : null}
      {show === "rows" && finding !== undefined ? <FindingRows finding={finding} /> : null}
      {show === "mute" && finding !== undefined ? <MuteForm finding={finding} onDone={onClose} /> : null}
    </section>
  );
}
