import { type ReactNode, useState } from "react";
import { ApiError } from "../api/errors.ts";
import { useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Button } from "../ui/button.tsx";
import { Leaving } from "../ui/leaving.tsx";
import { Select } from "../ui/select.tsx";
import { Fault } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useUnsaved } from "../ui/use-unsaved.ts";
import styles from "./findings.module.css";
import { type Finding, MUTE_MARKS, useFindingsPath } from "./use-findings.ts";

const words = messages.findings;
const asking = messages.ui;
/** Another value of these opens something else in the form's place. */
const PLACED_BY = ["show", "code", "field", "run"];

interface MuteFormProps {
  readonly finding: Finding;
  readonly onDone: () => void;
}

/** Accepts the finding as it is, with the reason. */
export function MuteForm({ finding: { code, field }, onDone }: MuteFormProps): ReactNode {
  const { path } = useFindingsPath();
  const [reach, setReach] = useState<"field" | "any">(field === null ? "any" : "field");
  const [note, setNote] = useState("");
  const unsaved = useUnsaved(note);
  const mute = useChange("finding_mutes.create", { marks: MUTE_MARKS });
  const submit = () =>
    mute.mutate(
      { path, body: { code, ...(reach === "field" ? { field } : {}), ...(note.trim() === "" ? {} : { note: note.trim() }) } },
      {
        onSuccess() {
          unsaved.saved();
          onDone();
        },
      },
    );
  useCommands([{ id: "mute", label: words.muteNow, keys: "Ctrl+Enter", group: words.keys, run: submit }]);
  const fault = mute.error instanceof ApiError ? mute.error.faultOf("/note")?.message : undefined;
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>{words.muteMeans}</p>
      {field === null ? null : (
        <Select
          label={words.muteFor}
          value={reach}
          options={[
            { value: "field", label: words.muteField(field) },
            { value: "any", label: words.muteAny },
          ]}
          onChange={setReach}
        />
      )}
      <TextField
        label={words.note}
        value={note}
        onChange={(typed) => {
          unsaved.note();
          setNote(typed);
        }}
        rows={3}
        fault={fault}
        autoFocus
      />
      <div>
        <Button type="submit" kind="primary" keys="Ctrl Enter" isPending={mute.isPending}>
          {words.muteNow}
        </Button>
      </div>
      {fault === undefined ? <Fault error={mute.error} /> : null}
      <Leaving
        isLosing={() => unsaved.isUnsaved() && note.trim() !== ""}
        placedBy={PLACED_BY}
        title={asking.closeAsk}
        action={asking.discardTyped}
      >
        <p>{asking.typedIsLost}</p>
      </Leaving>
    </form>
  );
}
