import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApiError } from "../api/errors.ts";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Empty } from "../ui/states.tsx";
import { StatusMark } from "../ui/status.tsx";
import styles from "./start.module.css";

const words = messages.start;

const POLL_MS = 1_000;

/** The first extract as it goes on, then what came of it. */
export function CatalogStep({ shopId }: { readonly shopId: string }): ReactNode {
  const known = useApi("extracts.latest", {});
  const isMoving = known.data === undefined || known.data.status === "pending" || known.data.status === "running";
  const latest = useApi("extracts.latest", {}, isMoving ? { pollMs: POLL_MS } : {});
  const isMissing = latest.error instanceof ApiError && latest.error.code === "resource_not_found";
  return (
    <Section title={words.catalog}>
      {isMissing ? (
        <Empty title={words.notExtracted} />
      ) : (
        <Answer of={latest} rows={2}>
          {({ status, progress, waiting, product_count: variants, excluded_count: excluded, warnings, error_details: why }) => (
            <>
              {status === "completed" ? (
                <StatusMark status="live">{words.extracted(variants, excluded)}</StatusMark>
              ) : status === "failed" || status === "cancelled" ? (
                <StatusMark status="failed">{why ?? words.extractFailed}</StatusMark>
              ) : (
                <StatusMark status="running">{words.extracting(progress)}</StatusMark>
              )}
              {waiting === null ? null : <p role="status">{waiting}</p>}
              {warnings.length === 0 ? null : (
                <ul className={styles["list"]}>
                  {warnings.map(({ code, message }) => (
                    <li key={code}>{message}</li>
                  ))}
                </ul>
              )}
              <Link to="/shops/$shopId/extracts" params={{ shopId }}>
                {words.toExtracts}
              </Link>
            </>
          )}
        </Answer>
      )}
    </Section>
  );
}
