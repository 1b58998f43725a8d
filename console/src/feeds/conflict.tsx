import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApiError } from "../api/errors.ts";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/states.tsx";
import styles from "./conflict.module.css";
import { useFeed } from "./use-feed.ts";

const words = messages.feeds;

interface ConflictProps {
  readonly error: Error | null;
  /** The feed's version that the person saw when they began. */
  readonly seen: number | undefined;
  /** Sends the same change again, whatever the version is by now. */
  readonly onForce: () => void;
}

/** Why a feed wasn't changed. If somebody else has changed it since, it says who did and what, and how to continue. */
export function Conflict({ error, seen, onForce }: ConflictProps): ReactNode {
  return error instanceof ApiError && error.code === "version_conflict" ? (
    <Overtaken seen={seen} onForce={onForce} />
  ) : (
    <Fault error={error} />
  );
}

function Overtaken({ seen, onForce }: Omit<ConflictProps, "error">): ReactNode {
  const { shopId, feedId, id } = useFeed();
  const versions = useApi("config.versions", { path: { id }, query: { per_page: 1 } });
  const newest = versions.data?.data.at(0);
  const isKnown = newest !== undefined && seen !== undefined && newest.id > seen;
  return (
    <ConflictBand said={isKnown ? words.changedBy(newest.created_by, seen, newest.id) : words.someoneChanged} onForce={onForce}>
      <Link
        to="/shops/$shopId/feeds/$feedId/versions"
        params={{ shopId, feedId }}
        search={isKnown ? { version: newest.id, against: seen } : {}}
        target="_blank"
      >
        {words.seeChange}
      </Link>
    </ConflictBand>
  );
}

interface ConflictBandProps {
  readonly said: string;
  readonly onForce: () => void;
  /** Leads to what the other person did, where that's not said yet. */
  readonly children?: ReactNode;
}

/** Somebody else was quicker: what they did, and how to continue. */
export function ConflictBand({ said, onForce, children }: ConflictBandProps): ReactNode {
  return (
    <div className={styles["conflict"]} role="alert">
      <span>{said}</span>
      {children}
      <Button onPress={onForce}>{words.putOnTop}</Button>
    </div>
  );
}
