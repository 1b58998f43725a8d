import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { Empty, Fault } from "../ui/states.tsx";
import { useFindingsPath } from "./use-findings.ts";

const words = messages.findings;

interface FindingsEmptyProps {
  readonly meta: ApiAnswer<"findings.list">["meta"];
  readonly muted: number;
}

/** Why there is none: nothing is wrong, nothing has been checked, or all of it is muted. */
export function FindingsEmpty({ meta: { status, run_id: run }, muted }: FindingsEmptyProps): ReactNode {
  if (status === "unsupported") return <Empty title={words.unsupported} />;
  if (run === null) return <NotChecked />;
  if (muted > 0) return <Empty title={words.allMuted}>{words.muted(muted)}</Empty>;
  return <Empty title={words.nothing}>{words.nothingNext}</Empty>;
}

function NotChecked(): ReactNode {
  const { path } = useFindingsPath();
  const run = useChange("feeds.regenerate", { marks: ["feeds.", "runs.", "findings.", "shop."] });
  return (
    <Empty
      title={words.notYet}
      action={
        <>
          <Button isPending={run.isPending} onPress={() => run.mutate({ path: { id: path.feed_id } })}>
            {words.runFeed}
          </Button>
          <Fault error={run.error} />
        </>
      }
    >
      {words.notYetNext}
    </Empty>
  );
}
