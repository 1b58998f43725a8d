import sides from "../ui/sides.module.css";
import type { ReactNode } from "react";
import { call } from "../api/client.ts";
import { useAsked, useChange } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { promised } from "../unsafe.ts";
import { Fault } from "../ui/states.tsx";
import { RULE_MARKS } from "./rule-marks.ts";

const words = messages.rules;

/** What a new order would do to the rows, before it's kept. */
export function NewOrder({ ids, onBack }: { readonly ids: readonly string[]; readonly onBack: () => void }): ReactNode {
  const { id } = useFeed();
  const keep = useChange("rules.reorder", { marks: RULE_MARKS });
  const plan = useAsked(["config.put", id, ids], async () => {
    const { rules } = await call("config.get", { path: { id } });
    const ordered = ids.flatMap((rule) => rules.find((one) => one.id === rule) ?? []);
    return call("config.put", {
      path: { id },
      query: { dry_run: "true" },
      body: { rules: promised<readonly Record<string, never>[]>(ordered) },
    });
  });
  const preview = plan.data?.object === "config_plan" ? plan.data.preview : undefined;
  return (
    <div className={sides["panel"]} role="status">
      <span>{preview === undefined ? words.newOrderLooking : preview === null ? words.newOrder : orderText(preview.summary)}</span>
      <Fault error={plan.error ?? keep.error} />
      <Button
        kind="primary"
        isPending={keep.isPending || keep.isSuccess}
        onPress={() => keep.mutate({ path: { feed_id: id }, body: { rule_ids: [...ids] } })}
      >
        {words.keepOrder}
      </Button>
      <Button onPress={onBack}>{words.putBack}</Button>
    </div>
  );
}

interface Summary {
  readonly changed: number;
  readonly newly_excluded: number;
  readonly newly_included: number;
}

function orderText({ changed, newly_excluded: leaving, newly_included: coming }: Summary): string {
  return changed + leaving + coming === 0 ? words.newOrderNothing : words.newOrderChanges(changed, leaving, coming);
}
