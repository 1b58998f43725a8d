import sides from "../ui/sides.module.css";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { call } from "../api/client.ts";
import { useAsked, useChange } from "../api/queries.ts";
import { Conflict } from "../feeds/conflict.tsx";
import { useFeed } from "../feeds/use-feed.ts";
import { useSeenVersion } from "../feeds/use-seen-version.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { shortId } from "../shell/paths.ts";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { Leaving } from "../ui/leaving.tsx";
import { Confirm } from "../ui/overlay.tsx";
import { useSettled } from "../ui/use-settled.ts";
import type { Definition } from "./rule-members.ts";
import { LazyRuleText } from "./lazy-rule-text.tsx";
import { RuleForm } from "./rule-form.tsx";
import type { Rule } from "./rule-list.tsx";
import { RULE_MARKS } from "./rule-marks.ts";
import { RulePreview } from "./rule-preview.tsx";
import styles from "./rules.module.css";
import { useUnsaved } from "../ui/use-unsaved.ts";

const words = messages.rules;

type View = "text" | "form";

/** After typing stops. What it would do to the rows is asked for as soon as the check has found no fault. */
const CHECK_MS = 150;
/** An example, to be typed over. */
const BEGINNING = 'Exclude because "Sold out" when [D]inventory_quantity = 0';

interface RuleEditorProps {
  /** Undefined: a new one. */
  readonly rule: Rule | undefined;
  /** It has been deleted since it was opened. Saving makes another of it. */
  readonly isGone: boolean;
  readonly onClose: () => void;
}

/** A rule as text or as a form: two views of one definition, with what it would do to the rows below. */
export function RuleEditor({ rule, isGone, onClose }: RuleEditorProps): ReactNode {
  const feed = useFeed();
  const navigate = useNavigate();
  const [view, setView] = useState<View>("text");
  const [text, setText] = useState(rule?.text ?? BEGINNING);
  const [definition, setDefinition] = useState<Definition>(rule?.definition ?? {});
  const draft: Definition = view === "text" ? { text } : definition;
  const settled = useSettled(draft, CHECK_MS);
  const present = isGone ? undefined : rule;
  const own = present === undefined ? {} : { rule_id: present.id };
  const check = useAsked(["rules.check", feed.id, settled, own], (signal) =>
    call("rules.check", { path: { feed_id: feed.id }, body: { rule: settled, ...own } }, { signal }),
  );
  const isChecked = !check.isPlaceholderData && JSON.stringify(settled) === JSON.stringify(draft);
  const checked = isChecked ? validOf(check.data, settled) : undefined;
  const { version } = useSeenVersion(feed.id, { own: "rules." });
  const create = useChange("rules.create", { marks: RULE_MARKS });
  const update = useChange("rules.update", { marks: RULE_MARKS });
  const refused = create.error ?? update.error;
  const { isUnsaved, note, saved } = useUnsaved(draft);
  const save = (expected: number | undefined) => {
    // The page says that the rule was deleted, so saving it again is deliberate.
    const query = expected === undefined || isGone ? {} : { expected_version: expected };
    const onSuccess = () => saved(draft);
    if (present === undefined) create.mutate({ path: { feed_id: feed.id }, query, body: { rule: draft } }, { onSuccess: open });
    else update.mutate({ path: { feed_id: feed.id, id: present.id }, query, body: { rule: draft } }, { onSuccess });
  };
  const open = ({ id }: { readonly id: string }) => {
    saved();
    void navigate({ to: "/shops/$shopId/feeds/$feedId/rules/$ruleId", params: { ...feed, ruleId: shortId(id) } });
  };
  const toggle = () => {
    if (checked === undefined || check.data === undefined) return;
    setDefinition(check.data.definition ?? definition);
    setText(check.data.text ?? text);
    setView(view === "text" ? "form" : "text");
  };
  const changed =
    <Written,>(keep: (next: Written) => void) =>
    (next: Written) => {
      note();
      keep(next);
    };
  const remove = () => {
    saved();
    onClose();
  };
  const faults = check.data?.faults ?? [];
  const section = useRef<HTMLElement>(null);
  /** The text is in a shadow root, the fields of the form aren't. */
  const focus = () => {
    const root = section.current?.querySelector("[data-rule-text]")?.shadowRoot ?? section.current;
    root?.querySelector<HTMLElement>("[role=textbox], input")?.focus();
  };
  useCommands([
    { id: "save rule", label: words.save, keys: "Ctrl+Enter", group: words.rule, run: () => save(version) },
    { id: "view", label: view === "text" ? words.asForm : words.asText, keys: "t", group: words.rule, run: toggle },
    { id: "edit", label: words.editText, keys: "e", group: words.rule, run: focus },
  ]);
  return (
    <section ref={section} className={sides["panel"]} aria-label={titleOf(rule)}>
      <header className={sides["head"]}>
        <h2>{titleOf(rule)}</h2>
        <div className={styles["buttons"]}>
          <Button kind="quiet" isDisabled={checked === undefined} onPress={toggle}>
            {view === "text" ? words.showForm : words.showText}
          </Button>
          {present === undefined ? null : <DeleteRule rule={present} onDone={remove} />}
          <Button kind="quiet" onPress={onClose}>
            {words.close}
          </Button>
          <Button kind="primary" isPending={create.isPending || update.isPending} onPress={() => save(version)}>
            {words.saveRule}
          </Button>
        </div>
      </header>
      {view === "text" ? (
        <LazyRuleText value={text} onChange={changed(setText)} check={check.data} hasCursor={isExample(rule, text)} />
      ) : (
        <RuleForm definition={definition} onChange={changed(setDefinition)} faults={faults} />
      )}
      <Said check={check.data} isGone={isGone} />
      <Conflict error={refused} seen={version} onForce={() => save(undefined)} />
      <RulePreview rule={checked} fault={check.error} own={own} condition={isChecked ? conditionOf(check.data) : undefined} />
      <Leaving isLosing={isUnsaved} title={words.leaveAsk} action={words.discardText}>
        {words.wouldBeLost}
      </Leaving>
    </section>
  );
}

function titleOf(rule: Rule | undefined): string {
  return rule === undefined ? words.newRule : words.named(shortId(rule.id));
}

function isExample(rule: Rule | undefined, text: string): boolean {
  return rule === undefined && text === BEGINNING;
}

function conditionOf(check: ApiAnswer<"rules.check"> | undefined): string | undefined {
  const condition = check?.valid === true ? check.definition?.["condition"] : undefined;
  return typeof condition === "string" ? condition : undefined;
}

function validOf(check: ApiAnswer<"rules.check"> | undefined, rule: Definition): Definition | undefined {
  return check?.valid === true ? rule : undefined;
}

/** The rule in words, or what is wrong with it and where. */
function Said({ check, isGone }: { readonly check: ApiAnswer<"rules.check"> | undefined; readonly isGone: boolean }): ReactNode {
  if (isGone) return <p role="alert">{words.deletedMeanwhile}</p>;
  if (check === undefined) return <p className={styles["said"]}> </p>;
  if (check.faults.length === 0)
    return (
      <p className={styles["said"]}>
        <CatalogText>{check.sentence ?? ""}</CatalogText>
      </p>
    );
  return (
    <ul className={styles["faults"]} aria-label={words.faults}>
      {check.faults.map(({ param, message, line, column }) => (
        <li key={`${param} ${message}`}>{line === null || column === null ? message : words.faultAt(line, column, message)}</li>
      ))}
    </ul>
  );
}

function DeleteRule({ rule, onDone }: { readonly rule: Rule; readonly onDone: () => void }): ReactNode {
  const feed = useFeed();
  const [isAsking, setAsking] = useState(false);
  const remove = useChange("rules.delete", { marks: RULE_MARKS });
  return (
    <>
      <Button kind="quiet" onPress={() => setAsking(true)}>
        {words.delete}
      </Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.deleteAsk(shortId(rule.id))}
        action={words.deleteRule}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ path: { feed_id: feed.id, id: rule.id } }, { onSuccess: onDone })}
      >
        <CatalogText>{rule.rule}</CatalogText>. {words.deleteStays}
      </Confirm>
    </>
  );
}
