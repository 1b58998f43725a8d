import type { ReactNode } from "react";
import { useChange } from "../api/queries.ts";
import { fullId } from "../shell/paths.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/states.tsx";
import type { AttentionItem } from "./attention.tsx";

/** What a row of the list can do at once; what needs a look first is a link. */
export function AttentionActions({ item }: { readonly shopId: string; readonly item: AttentionItem }): ReactNode {
  const run = useChange("feeds.regenerate", { marks: ["feeds.", "runs.", "shop."] });
  const extract = useChange("extracts.create", { marks: ["extracts.", "shop."] });
  const feed = item.object.feed_id;
  if (item.code === "extract_failed" || item.code === "no_catalog")
    return (
      <>
        <Button isPending={extract.isPending} onPress={() => extract.mutate({ body: { type: "full" } })}>
          Extract now
        </Button>
        <Fault error={extract.error} />
      </>
    );
  if ((item.code === "never_run" || item.code === "run_failed") && feed !== null)
    return (
      <>
        <Button isPending={run.isPending} onPress={() => run.mutate({ path: { id: fullId("feed", feed) } })}>
          Run the feed
        </Button>
        <Fault error={run.error} />
      </>
    );
  return null;
}
