import { useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Page } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { statusGlyph, StatusMark } from "../ui/status.tsx";
import { ChangeActions } from "./change-actions.tsx";
import { ChangeSums } from "./change-sums.tsx";
import { CHANGE_MARKS, isMoving, settledOf } from "./change-words.ts";
import styles from "./fleet.module.css";
import { Stages } from "./stages.tsx";

const words = messages.fleet;
const POLL_MS = 1_000;

/** One change of many shops: what it would do in each, how far it has come, and what to decide. */
export function ChangePage(): ReactNode {
  const { changeId } = useParams({ from: "/org/fleet/changes/$changeId" });
  const [isWatched, setWatched] = useState(true);
  const change = useApi("fleet.get_change", { path: { change_id: changeId } }, isWatched ? { pollMs: POLL_MS } : {});
  const isUnderWay = change.data === undefined || isMoving(change.data.status) || change.data.counts.applied > 0;
  if (isUnderWay !== isWatched) setWatched(isUnderWay);
  const found = change.data;
  const status = found?.status;
  return (
    <Page
      title={found?.title ?? words.change}
      state={status === undefined ? undefined : statusGlyph(CHANGE_MARKS[status])}
      facts={
        found === undefined || status === undefined ? null : (
          <>
            <StatusMark status={CHANGE_MARKS[status]}>{words.statuses[status]}</StatusMark>
            <span aria-live="polite">{words.done(...settledOf(found.counts))}</span>
          </>
        )
      }
      actions={found === undefined ? null : <ChangeActions change={found} />}
    >
      <Answer of={change}>
        {(data) => (
          <>
            {data.stopped_reason === null || isMoving(data.status) ? null : (
              <div role="status" className={styles["stopped"]}>
                <strong>{words.stoppedReason}</strong>
                <p>{data.stopped_reason}</p>
              </div>
            )}
            <ChangeSums change={data} />
            <Stages change={data} />
          </>
        )}
      </Answer>
    </Page>
  );
}
