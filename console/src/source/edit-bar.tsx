import { type ReactNode, useState } from "react";
import { useChange } from "../api/queries.ts";
import { Conflict } from "../feeds/conflict.tsx";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Button } from "../ui/button.tsx";
import { Leaving } from "../ui/leaving.tsx";
import { type CellEdits, countEdits, listEdits, requestsOf } from "./cell-edits.ts";
import { EditReview } from "./edit-review.tsx";
import styles from "./source.module.css";
import { useAppliedEdits } from "./use-applied-edits.ts";
import type { ColumnFacts } from "./use-column-facts.ts";
import type { EditHistory } from "./use-edit-history.ts";
import { type OwnChanges, useVersionOfEdits } from "./use-version-of-edits.ts";
import { useFocusKept } from "./use-focus-kept.ts";

const words = messages.source;

interface EditBarProps {
  readonly history: EditHistory;
  readonly facts: ColumnFacts;
  /** The feed's version that is shown. Undefined while nothing is. */
  readonly version: number | undefined;
  /** Changes when other rows are shown, or the same ones in another order. */
  readonly rows: string;
}

/** Edits that wait: how many, what they'd do, and applying them as one change with a run. */
export function EditBar({ history, facts, version: shown, rows: shownRows }: EditBarProps): ReactNode {
  const { id } = useFeed();
  const { edits } = history;
  const preview = useChange("cells.set_many");
  const [isReviewing, setReviewing] = useState(false);
  const count = countEdits(edits);
  const { seen, noteOwn } = useVersionOfEdits(shown, count > 0);
  const version = seen.current;
  const onWritten = (cells: CellEdits, made: OwnChanges) => {
    history.noteWritten(cells);
    noteOwn(made);
  };
  const applied = useAppliedEdits(id, { version: shown, isEditing: count > 0, rows: shownRows, onWritten });
  useFocusKept(`${count > 0} ${applied.count}`);
  const discard = () => {
    applied.forget();
    history.discard();
  };
  const review = () => {
    const [rows = []] = requestsOf(edits);
    setReviewing(true);
    preview.mutate({ path: { id }, body: { rows: [...rows], preview: true } });
  };
  const apply = async (expected: number | undefined) => {
    const done = await applied.apply(edits, expected);
    if (done === undefined) return;
    setReviewing(false);
    seen.current = done.version;
    history.settle(done.saved);
  };
  const next = isReviewing
    ? { label: words.applyEdits, kind: "dialog" as const, run: () => void apply(version) }
    : { label: words.reviewEdits, run: review };
  const group = words.title;
  const back = { id: "take back", label: words.takeEditsBack, keys: "Ctrl+z", group, run: () => void applied.takeBack() };
  const undo = { id: "undo", label: words.undoEdit, keys: "Ctrl+z", group, run: history.undo };
  const canTakeBack = count === 0 && applied.count !== undefined;
  useCommands([...(count === 0 ? [] : [undo, { id: "next", keys: "Ctrl+Enter", group, ...next }]), ...(canTakeBack ? [back] : [])]);
  const problem = <Conflict error={applied.error} seen={version} onForce={() => void apply(undefined)} />;
  if (count === 0)
    return applied.count === undefined ? null : (
      <div className={styles["bar"]} role="status">
        <span>{words.applied(applied.count)}</span>
        {problem}
        <Button isPending={applied.isPending} onPress={() => void applied.takeBack()}>
          {words.undo}
        </Button>
        <Button kind="quiet" onPress={applied.forget}>
          {words.dismiss}
        </Button>
      </div>
    );
  return (
    <>
      <div className={styles["bar"]} role="status">
        <span>
          {words.waiting(count, edits.size)}
          {losingText(edits, facts)}
        </span>
        {isReviewing ? null : problem}
        <Button onPress={history.undo}>{words.undo}</Button>
        <Button onPress={discard}>{words.discard}</Button>
        {isReviewing ? null : (
          <Button isPending={applied.isPending} onPress={() => void apply(version)}>
            {words.applyAndRun}
          </Button>
        )}
        <Button kind="primary" keys="Ctrl Enter" onPress={review}>
          {words.review}
        </Button>
      </div>
      <EditReview isOpen={isReviewing} onClose={() => setReviewing(false)} edits={edits} preview={preview.data} error={preview.error}>
        {problem}
        <Button kind="primary" isPending={applied.isPending} onPress={() => void apply(version)}>
          {words.applyAndRun}
        </Button>
      </EditReview>
      <Leaving isLosing={() => true} title={words.leaveAsk} action={words.discardEdits}>
        {words.wouldBeLost(count)}
      </Leaving>
    </>
  );
}

/** How many of the edits are in a column that a rule writes later. */
function losingText(edits: CellEdits, { rulesOver }: ColumnFacts): string {
  const over = listEdits(edits).map(({ column }) => rulesOver(column));
  const losing = over.filter((rules) => rules.length > 0);
  if (losing.length === 0) return "";
  return ` · ${words.losing(losing.length, [...new Set(losing.flat())].map(words.rule).join(", "))}`;
}
