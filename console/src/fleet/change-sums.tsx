import type { ReactNode } from "react";
import { messages } from "../messages/messages.ts";
import { Section } from "../shell/page.tsx";
import type { Change } from "./change-words.ts";
import styles from "./fleet.module.css";

const words = messages.fleet.sums;

/** The previews of all shops, added up; what is left out is said too, so that the sum is honest. */
export function ChangeSums({ change: { shops } }: { readonly change: Change }): ReactNode {
  const previews = shops.flatMap(({ preview }) => preview ?? []);
  if (previews.length === 0 && shops.some(({ status }) => status !== "waiting")) return null;
  const sum = (of: "changed" | "newly_excluded" | "newly_included" | "findings_cleared" | "findings_caused"): number =>
    previews.reduce((total, preview) => total + (preview[of] ?? 0), 0);
  const left = previews.filter(({ nothing, error }) => nothing !== null || error !== null).length;
  const isCounted = previews.some(({ changed }) => changed !== null);
  return (
    <Section title={words.preview}>
      <p aria-live="polite" className={styles["sums"]}>
        {previews.length === shops.length ? null : <span>{words.computed(previews.length, shops.length)} </span>}
        {isCounted ? (
          <>
            <span>{words.rows(sum("changed"), sum("newly_excluded"), sum("newly_included"))} </span>
            <span>{words.findings(sum("findings_cleared"), sum("findings_caused"))} </span>
          </>
        ) : null}
        {left === 0 ? null : <span>{words.skipped(left)}</span>}
      </p>
    </Section>
  );
}
