import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { Section } from "../shell/page.tsx";
import { CopiedText } from "../ui/copied-text.tsx";
import type { FeedChannel } from "./channel-state.tsx";
import styles from "./channels.module.css";

const words = messages.channels;

/** The channel's file, what its checks find, and the steps to register it by hand. */
export function ChannelFile({ own }: { readonly own: FeedChannel }): ReactNode {
  const { shopId, feedId } = useFeed();
  const { slug, feed_url: url, file, findings, display_name: name } = own;
  return (
    <Section
      title={words.theFile}
      actions={
        findings === null ? null : (
          <Link to="/shops/$shopId/feeds/$feedId/channels/$slug/findings" params={{ shopId, feedId, slug }} className={styles["findings"]}>
            {words.seeFindings}: {words.findingCounts(findings.errors, findings.warnings, findings.muted)}
          </Link>
        )
      }
    >
      {url === null || file === null ? (
        <p role="status">{words.fileNext}</p>
      ) : (
        <div className={styles["file"]}>
          <CopiedText text={url} label={words.fileUrl} />
          <p className={styles["quiet"]}>{words.fileFacts(file.format, file.rows, file.bytes, file.omitted_rows)}</p>
        </div>
      )}
      <details className={styles["details"]}>
        <summary>{words.steps(name)}</summary>
        <ol className={styles["steps"]}>
          {own.setup_steps.map(({ title, text, url: page }) => (
            <li key={title}>
              <strong>{title}</strong>
              <span>
                {text}{" "}
                {page === null || !page.startsWith("https://") ? null : (
                  <a href={page} target="_blank" rel="noopener noreferrer" aria-label={`${words.openStep}: ${title}`}>
                    {words.openStep}
                  </a>
                )}
              </span>
            </li>
          ))}
        </ol>
      </details>
    </Section>
  );
}
