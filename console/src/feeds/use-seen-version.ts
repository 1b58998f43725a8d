import { type Mutation, useIsMutating, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { useApi } from "../api/queries.ts";

interface SeenVersion {
  /** Undefined: not known yet, or our own change is making another. */
  readonly version: number | undefined;
  /** After a change of one's own: the next version is the one that was seen. */
  readonly renew: () => void;
}

interface Own {
  /** How the names of the operations begin that the page changes the feed by, such as `rules.`. They renew the version by themselves. */
  readonly own?: string;
}

/** The feed's version when the person began, so that a change that somebody else made since isn't overwritten unseen. */
export function useSeenVersion(feedId: string, { own }: Own = {}): SeenVersion {
  const { data, dataUpdatedAt, isFetching } = useApi("feeds.get", { path: { id: feedId } });
  const [version, setVersion] = useState<number | undefined>();
  const [after, setAfter] = useState(0);
  useEffect(() => {
    // While another answer is on its way, the one that is there may be older than our own last change.
    if (version === undefined && data !== undefined && !isFetching && dataUpdatedAt > after) setVersion(data.version);
  }, [version, data, dataUpdatedAt, isFetching, after]);
  const renew = useCallback(() => {
    setVersion(undefined);
    setAfter(Date.now());
  }, []);
  const isChanging = useOwnChanges(own, renew);
  return { version: isChanging ? undefined : version, renew };
}

/** Calls back after each change that any part of the page has made, and says whether one is under way. */
function useOwnChanges(prefix: string | undefined, onChanged: () => void): boolean {
  const client = useQueryClient();
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type === "updated" && event.action.type === "success" && isOf(event.mutation, prefix)) onChanged();
      }),
    [client, prefix, onChanged],
  );
  return useIsMutating({ predicate: (mutation) => isOf(mutation, prefix) }) > 0;
}

function isOf({ options }: Pick<Mutation, "options">, prefix: string | undefined): boolean {
  return prefix !== undefined && String(options.mutationKey?.[0]).startsWith(prefix);
}
