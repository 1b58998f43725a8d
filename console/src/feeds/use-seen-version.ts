import { useEffect, useState } from "react";
import { useApi } from "../api/queries.ts";

interface SeenVersion {
  /** Undefined: not known yet, or our own change has just made another. */
  readonly version: number | undefined;
  /** After a change of one's own: the next version is the one that was seen. */
  readonly renew: () => void;
}

/** The feed's version when the person began, so that a change that somebody else made since isn't overwritten unseen. */
export function useSeenVersion(feedId: string): SeenVersion {
  const { data, dataUpdatedAt, isFetching } = useApi("feeds.get", { path: { id: feedId } });
  const [version, setVersion] = useState<number | undefined>();
  const [after, setAfter] = useState(0);
  useEffect(() => {
    // While another answer is on its way, the one that is there may be older than our own last change.
    if (version === undefined && data !== undefined && !isFetching && dataUpdatedAt > after) setVersion(data.version);
  }, [version, data, dataUpdatedAt, isFetching, after]);
  return {
    version,
    renew() {
      setVersion(undefined);
      setAfter(Date.now());
    },
  };
}
