import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ApiRequest } from "../api/client.ts";
import { useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Page } from "../shell/page.tsx";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Leaving } from "../ui/leaving.tsx";
import { Select } from "../ui/select.tsx";
import { Empty, Fault } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useUnsaved } from "../ui/use-unsaved.ts";
import styles from "./fleet.module.css";

type Action = ApiRequest<"fleet.create_change">["body"]["action"];
/** Templates are applied from their own page. */
type Kind = Exclude<Action["type"], "apply_template">;

const words = messages.fleet;
const KINDS = [
  ...(["add_rule", "deactivate_rule", "activate_rule", "apply_config"] as const),
  ...(["run", "extract", "publish_held", "discard_held"] as const),
] as const satisfies readonly Kind[];
const DEFAULT_STAGES = "1, 5";

/** What shall be done in the shops that were chosen, and in which steps. */
export function NewChangePage(): ReactNode {
  const { shops: listed = "" } = useSearch({ from: "/org/fleet/changes/new" });
  const shops = listed.split(",").filter((id) => /^\d+$/.test(id));
  const navigate = useNavigate();
  const create = useChange("fleet.create_change", { marks: ["fleet."] });
  const [kind, setKind] = useState<Kind>("add_rule");
  const [text, setText] = useState("");
  const [stages, setStages] = useState(DEFAULT_STAGES);
  const [stopOn, setStopOn] = useState<readonly Stop[]>(["held", "failed"]);
  const { isUnsaved, note, saved } = useUnsaved(text);
  const write = (next: string) => {
    note();
    setText(next);
  };
  const action = actionOf(kind, text);
  const steps = stagesIn(stages);
  const preview = async (): Promise<void> => {
    if (action === undefined || steps === undefined) return;
    const wanted = { action, shops: shops.map((id) => ({ shop_id: Number(id) })), stages: [...steps], stop_on: [...stopOn] };
    const { id } = await create.mutateAsync({ body: wanted });
    saved();
    await navigate({ to: "/org/fleet/changes/$changeId", params: { changeId: String(id) } });
  };
  const go = () => void preview().catch(() => undefined);
  useCommands([{ id: "preview", label: words.preview(shops.length), keys: "Ctrl+Enter", group: words.newChange, run: go }]);
  if (shops.length === 0)
    return (
      <Page title={words.newChange}>
        <Empty title={words.nobody} action={<Link to="/org/fleet">{words.toFleet}</Link>}>
          {words.nobodyNext}
        </Empty>
      </Page>
    );
  return (
    <Page
      title={words.newChange}
      facts={<span>{words.ofShops(shops.length)}</span>}
      actions={
        <Button
          kind="primary"
          keys="Ctrl Enter"
          isPending={create.isPending}
          isDisabled={action === undefined || steps === undefined}
          onPress={go}
        >
          {words.preview(shops.length)}
        </Button>
      }
    >
      <div className={styles["form"]}>
        <ActionFields {...{ kind, text, action }} onKind={setKind} onText={write} />
        <TextField
          label={words.stages}
          description={words.stagesHint}
          fault={steps === undefined ? words.badStages : undefined}
          value={stages}
          onChange={setStages}
        />
        <StopOn chosen={stopOn} onChoose={setStopOn} />
        <Fault error={create.error} />
      </div>
      <Leaving isLosing={() => text.trim() !== "" && isUnsaved()} title={words.leaveAsk} action={words.discardText}>
        {words.wouldBeLost}
      </Leaving>
    </Page>
  );
}

interface ActionFieldsProps {
  readonly kind: Kind;
  readonly text: string;
  /** Undefined until it's complete. */
  readonly action: Action | undefined;
  readonly onKind: (kind: Kind) => void;
  readonly onText: (text: string) => void;
}

/** What is done, and the rule or document that it's done with. */
function ActionFields({ kind, text, action, onKind, onText }: ActionFieldsProps): ReactNode {
  return (
    <>
      <Select
        label={words.action}
        value={kind}
        options={KINDS.map((value) => ({ value, label: words.actions[value] }))}
        onChange={onKind}
      />
      {kind === "add_rule" || kind === "activate_rule" || kind === "deactivate_rule" ? (
        <TextField
          label={words.ruleText}
          description={words.ruleTextHint}
          placeholder={words.rulePlaceholder}
          isMono
          autoFocus
          rows={3}
          value={text}
          onChange={onText}
        />
      ) : null}
      {kind === "apply_config" ? (
        <TextField
          label={words.document}
          description={words.documentHint}
          fault={text.trim() !== "" && action === undefined ? words.badJson : undefined}
          isMono
          rows={14}
          value={text}
          onChange={onText}
        />
      ) : null}
    </>
  );
}

type Stop = "held" | "failed";

/** What stops the rollout. */
function StopOn({
  chosen,
  onChoose,
}: {
  readonly chosen: readonly Stop[];
  readonly onChoose: (chosen: readonly Stop[]) => void;
}): ReactNode {
  const choose = (what: Stop, isOn: boolean) => onChoose(isOn ? [...chosen, what] : chosen.filter((one) => one !== what));
  return (
    <fieldset className={styles["choices"]}>
      <legend>{words.stopOn}</legend>
      <Checkbox isSelected={chosen.includes("held")} onChange={(isOn) => choose("held", isOn)}>
        {words.stopOnHeld}
      </Checkbox>
      <Checkbox isSelected={chosen.includes("failed")} onChange={(isOn) => choose("failed", isOn)}>
        {words.stopOnFailed}
      </Checkbox>
    </fieldset>
  );
}

/** Undefined until it's complete. */
function actionOf(kind: Kind, text: string): Action | undefined {
  const written = text.trim();
  switch (kind) {
    case "add_rule":
      return written === "" ? undefined : { type: kind, rule: { text: written } };
    case "activate_rule":
    case "deactivate_rule":
      return written === "" ? undefined : { type: kind, text: written };
    case "apply_config": {
      const document = objectIn(written);
      return document === undefined ? undefined : { type: kind, document };
    }
    default:
      return { type: kind };
  }
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function stagesIn(text: string): readonly number[] | undefined {
  const parts = text.split(",").map((part) => part.trim());
  return parts.every((part) => /^[1-9]\d{0,2}$/.test(part)) ? parts.map(Number) : undefined;
}
