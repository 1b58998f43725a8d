import type { ReactNode } from "react";
import { useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { type Command, useCommands } from "../shell/commands.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/states.tsx";
import type { Change } from "./change-words.ts";

const words = messages.fleet;
const MARKS = { marks: ["fleet.", "org."] } as const;

/** What may be decided in the state the change is in; the first is what `Ctrl Enter` does. */
export function ChangeActions({ change: { id, status, counts, stages, undoable } }: { readonly change: Change }): ReactNode {
  const start = useChange("fleet.start_change", MARKS);
  const stop = useChange("fleet.stop_change", MARKS);
  const undo = useChange("fleet.undo_change", MARKS);
  const cancel = useChange("fleet.cancel_change", MARKS);
  const path = { change_id: String(id) };
  const begin = (retry = false) => start.mutate({ path, body: { retry_failed: retry } });
  const isReady = status === "ready";
  const takeBack = () => undo.mutate({ path });
  const commands: readonly Command[] = [
    ...(isReady || status === "stopped"
      ? [{ id: "start", label: words.goOn, keys: "Ctrl+Enter", group: words.change, run: () => begin() }]
      : []),
    ...(status === "rolling" ? [{ id: "stop", label: words.stop, keys: "x", group: words.change, run: () => stop.mutate({ path }) }] : []),
    ...(undoable ? [{ id: "undo", label: words.undo, keys: "Ctrl+z", group: words.change, run: takeBack }] : []),
  ];
  useCommands(commands);
  return (
    <>
      <Fault error={start.error ?? stop.error ?? undo.error ?? cancel.error} />
      {isReady || status === "previewing" ? (
        <Button kind="quiet" isPending={cancel.isPending} onPress={() => cancel.mutate({ path })}>
          {words.cancel}
        </Button>
      ) : null}
      {undoable ? (
        <Button isPending={undo.isPending} onPress={takeBack} keys="Ctrl Z">
          {status === "undone" ? words.undoAgain : words.undo}
        </Button>
      ) : null}
      {status === "stopped" && counts.failed > 0 ? (
        <Button isPending={start.isPending} onPress={() => begin(true)}>
          {words.retry}
        </Button>
      ) : null}
      {isReady || status === "previewing" ? (
        <Button kind="primary" keys="Ctrl Enter" isDisabled={!isReady} isPending={start.isPending} onPress={() => begin()}>
          {words.start(stages[0] ?? 0)}
        </Button>
      ) : null}
      {status === "stopped" ? (
        <Button kind="primary" keys="Ctrl Enter" isPending={start.isPending} onPress={() => begin()}>
          {words.goOn}
        </Button>
      ) : null}
      {status === "rolling" ? (
        <Button isPending={stop.isPending} onPress={() => stop.mutate({ path })}>
          {words.stop}
        </Button>
      ) : null}
    </>
  );
}
