import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { messages } from "../messages/messages.ts";
import { shortId } from "../shell/paths.ts";
import styles from "./lookups.module.css";

type Use = ApiAnswer<"lookups.get">["used_by"][number];

const words = messages.lookups;

/** What reads a table, each with a link to it. */
export function Uses({ uses }: { readonly uses: readonly Use[] }): ReactNode {
  const { shopId } = useParams({ from: "/shops/$shopId" });
  if (uses.length === 0) return words.unused;
  return (
    <ul className={styles["uses"]}>
      {uses.map((use) => {
        const params = { shopId, feedId: shortId(use.feed_id) };
        return (
          <li key={`${use.type} ${use.feed_id} ${use.rule_id ?? use.channel ?? ""}`}>
            {use.rule_id === null ? (
              <Link to="/shops/$shopId/feeds/$feedId" params={params}>
                {use.channel === null ? words.usedBy.mapping(params.feedId) : words.usedBy.channel(params.feedId, use.channel)}
              </Link>
            ) : (
              <Link to="/shops/$shopId/feeds/$feedId/rules/$ruleId" params={{ ...params, ruleId: shortId(use.rule_id) }}>
                {words.usedBy.rule(params.feedId, shortId(use.rule_id))}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
