import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { Button as AriaButton, GridList, GridListItem, type Key, useDragAndDrop } from "react-aria-components";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { shortId } from "../shell/paths.ts";
import { preferences } from "../shell/preferences.ts";
import { CatalogText } from "../ui/catalog-text.tsx";
import { Icon } from "../ui/icon.tsx";
import { Fault } from "../ui/states.tsx";
import { StatusMark } from "../ui/status.tsx";
import { NewOrder } from "./new-order.tsx";
import { RULE_MARKS } from "./rule-marks.ts";
import { RuleWarnings } from "./rule-warnings.tsx";
import styles from "./rules.module.css";

const words = messages.rules;

export type Rule = ApiAnswer<"rules.list">[number];
type Counts = ApiAnswer<"rules.counts">;

interface RuleListProps {
  readonly rules: readonly Rule[];
  readonly counts: Counts | undefined;
  readonly selected: string | undefined;
}

/** The rules in their order. A pointer drags them, Alt and an arrow moves one, `x` turns one off or on; a new order is shown before it's kept. */
export function RuleList({ rules, counts, selected }: RuleListProps): ReactNode {
  const feed = useFeed();
  const navigate = useNavigate();
  const [order, setOrder] = useState<{ readonly of: string; readonly ids: readonly string[] } | undefined>();
  const lint = useApi("rules.lint", { path: { feed_id: feed.id } });
  const turnOn = useChange("rules.activate", { marks: RULE_MARKS });
  const turnOff = useChange("rules.deactivate", { marks: RULE_MARKS });
  const ids = rules.map(({ id }) => id);
  // An order that was dragged before the rules themselves changed is no order of theirs; one that was kept stands until they come in it.
  const present = ids.join(" ");
  const wanted = order?.of === present ? order.ids : ids;
  const shown = wanted.flatMap((id) => rules.find((rule) => rule.id === id) ?? []);
  const isMoved = wanted.some((id, index) => id !== ids[index]);
  const open = (id: string) =>
    void navigate({ to: "/shops/$shopId/feeds/$feedId/rules/$ruleId", params: { ...feed, ruleId: shortId(id) } });
  const turn = ({ id, active }: Rule) => (active ? turnOff : turnOn).mutate({ path: { feed_id: feed.id, id } });
  const move = (moved: ReadonlySet<Key>, target: Key, isAfter: boolean) => {
    const rest = wanted.filter((id) => !moved.has(id));
    const at = rest.indexOf(String(target)) + (isAfter ? 1 : 0);
    setOrder({ of: present, ids: rest.toSpliced(at, 0, ...wanted.filter((id) => moved.has(id))) });
  };
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": rules.find(({ id }) => id === key)?.rule ?? String(key) })),
    onReorder: ({ keys, target: { key, dropPosition } }) => move(keys, key, dropPosition === "after"),
  });
  useRuleKeys({ rules: shown, selected, open, turn, move: (id, neighbour, isAfter) => move(new Set([id]), neighbour, isAfter) });
  /** Of the row that has the focus. */
  const press = (event: KeyboardEvent) => {
    const row = event.target instanceof Element ? event.target.closest("[role=row]") : null;
    const rule = rules.find(({ id }) => id === row?.getAttribute("data-key"));
    if (rule === undefined || row !== event.target) return;
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    const neighbour = step === undefined ? undefined : wanted[wanted.indexOf(rule.id) + step];
    if (neighbour !== undefined) {
      move(new Set([rule.id]), neighbour, step === 1);
      focusSoon(event.currentTarget, rule.id);
    } else if (event.key === "x" && !event.ctrlKey && !event.metaKey && preferences().letterKeys) turn(rule);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <Fault error={turnOn.error ?? turnOff.error} />
      {isMoved ? <NewOrder ids={wanted} onBack={() => setOrder(undefined)} /> : null}
      <div onKeyDownCapture={press}>
        <GridList
          aria-label={words.title}
          items={shown}
          dependencies={[counts, selected, lint.data]}
          selectionMode="none"
          dragAndDropHooks={dragAndDropHooks}
          onAction={(key) => open(String(key))}
          className={styles["grid"] ?? ""}
        >
          {(rule) => (
            <GridListItem
              id={rule.id}
              textValue={rule.rule}
              className={styles["rule"] ?? ""}
              data-selected-rule={rule.id === selected || undefined}
            >
              <AriaButton slot="drag" className={styles["handle"] ?? ""}>
                <Icon name="grip-vertical" />
              </AriaButton>
              <span className={styles["number"]}>{shortId(rule.id)}</span>
              <span className={styles["sentence"]}>
                <CatalogText>{rule.rule}</CatalogText>
                {rule.note === null || rule.note === "" ? null : <span className={styles["note"]}>{rule.note}</span>}
                <RuleWarnings rule={rule} lint={rule.active ? lint.data : undefined} onTurnOff={() => turn(rule)} />
              </span>
              <RuleCount rule={rule} counts={counts} />
              <AriaButton
                className={styles["switch"] ?? ""}
                aria-label={(rule.active ? words.turnOff : words.turnOn)(shortId(rule.id))}
                onPress={() => turn(rule)}
              >
                <StatusMark status={rule.active ? "live" : "idle"}>{rule.active ? words.on : words.off}</StatusMark>
              </AriaButton>
            </GridListItem>
          )}
        </GridList>
      </div>
    </>
  );
}

/** A row that moves in the document loses the focus. */
function focusSoon(list: Element, id: string): void {
  requestAnimationFrame(() => {
    const row = list.querySelector(`[role=row][data-key="${CSS.escape(id)}"]`);
    if (row instanceof HTMLElement) row.focus();
  });
}

interface RuleKeys {
  readonly rules: readonly Rule[];
  readonly selected: string | undefined;
  readonly open: (id: string) => void;
  readonly turn: (rule: Rule) => void;
  readonly move: (id: string, neighbour: string, isAfter: boolean) => void;
}

/** Keys for the rule that's open. A row that has the focus takes its keys itself. */
function useRuleKeys({ rules, selected, open, turn, move }: RuleKeys): void {
  const opened = rules.find(({ id }) => id === selected);
  const neighbour = (by: number) => (opened === undefined ? undefined : rules[rules.indexOf(opened) + by]);
  const walk = (by: number) => {
    const next = opened === undefined ? rules[0] : neighbour(by);
    if (next !== undefined) open(next.id);
  };
  const shift = (by: -1 | 1) => {
    const next = neighbour(by);
    if (opened !== undefined && next !== undefined) move(opened.id, next.id, by === 1);
  };
  useCommands([
    { id: "next rule", label: words.nextRule, keys: "j", group: words.title, run: () => walk(1) },
    { id: "previous rule", label: words.previousRule, keys: "k", group: words.title, run: () => walk(-1) },
    { id: "move up", label: words.moveUp, keys: "Alt+ArrowUp", group: words.title, run: () => shift(-1) },
    { id: "move down", label: words.moveDown, keys: "Alt+ArrowDown", group: words.title, run: () => shift(1) },
    { id: "turn", label: words.turnOnOff, keys: "x", group: words.title, run: () => (opened === undefined ? undefined : turn(opened)) },
  ]);
}

/** What the rule does to the rows. One that's off does nothing and has no number. An old number stays, greyed, until the new one is there. */
function RuleCount({ rule, counts }: { readonly rule: Rule; readonly counts: Counts | undefined }): ReactNode {
  const found = counts?.rules.find(({ rule_id: id }) => id === rule.id);
  if (!rule.active)
    return (
      <span className={styles["count"]}>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{words.notCounted}</span>
      </span>
    );
  if (typeof found?.matched !== "number") return <span className={styles["count"]}>…</span>;
  const { matched, changed, included_before: before, included_after: after } = found;
  const isFilter = before !== null && after !== null && before !== after;
  return (
    <span className={styles["count"]} data-stale={counts?.status !== "fresh"} title={words.rowsMatch(matched)}>
      {isFilter ? words.leftAfter(before, after) : words.changed(changed ?? 0)}
    </span>
  );
}
