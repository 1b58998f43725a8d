import sides from "../ui/sides.module.css";
import { useNavigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { useApi } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Page } from "../shell/page.tsx";
import { fullId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/states.tsx";
import { loadRuleText } from "./lazy-rule-text.tsx";
import { RuleEditor } from "./rule-editor.tsx";
import { type Rule, RuleList } from "./rule-list.tsx";

const words = messages.rules;

const NEW = "new";
const POLL_MS = 500;

/** What the feed's rules do: the list with its counts, and one rule beside it to read and write. */
export function RulesPage(): ReactNode {
  const feed = useFeed();
  const { ruleId } = useParams({ strict: false });
  const navigate = useNavigate();
  const path = { feed_id: feed.id };
  const rules = useApi("rules.list", { path });
  const known = useApi("rules.counts", { path });
  const isCounting = known.data !== undefined && known.data.status !== "fresh" && rules.data?.length !== 0;
  const counts = useApi("rules.counts", { path }, isCounting ? { pollMs: POLL_MS } : {});
  const write = () => void navigate({ to: "/shops/$shopId/feeds/$feedId/rules/$ruleId", params: { ...feed, ruleId: NEW } });
  const close = () => void navigate({ to: "/shops/$shopId/feeds/$feedId/rules", params: feed });
  useCommands([{ id: "new rule", label: words.writeNew, keys: "n", group: words.title, run: write }]);
  // Who presses `n` types at once.
  useEffect(() => void loadRuleText().catch(() => undefined), []);
  const active = rules.data?.filter((rule) => rule.active).length ?? 0;
  const included = counts.data?.included_count ?? null;
  const isOpen = ({ id }: Rule) => ruleId !== undefined && id === fullId("rule", ruleId);
  const present = rules.data?.find(isOpen);
  const last = useRef(present);
  last.current = present ?? last.current;
  // A rule that somebody else has deleted stays open: what was written in it isn't lost.
  const opened = present ?? [last.current].find((rule) => rule !== undefined && isOpen(rule));
  return (
    <Page
      title={words.title}
      facts={rules.data === undefined ? null : <span>{words.active(active, rules.data.length, included)}</span>}
      actions={
        <Button kind="primary" keys="n" onPress={write}>
          {words.newRule}
        </Button>
      }
    >
      <div className={sides["sides"]} data-open={ruleId !== undefined}>
        <div className={sides["list"]}>
          <Answer of={rules}>
            {(found) =>
              found.length === 0 ? (
                <Empty title={words.none} action={ruleId === undefined ? <Button onPress={write}>{words.writeFirst}</Button> : null}>
                  {words.noneNext}
                </Empty>
              ) : (
                <RuleList rules={found} counts={counts.data} selected={opened?.id} />
              )
            }
          </Answer>
        </div>
        {ruleId === undefined ? null : ruleId !== NEW && opened === undefined ? (
          rules.data === undefined ? null : (
            <Empty title={words.noSuchRule(ruleId)} action={<Button onPress={close}>{words.showAll}</Button>} />
          )
        ) : (
          <RuleEditor key={ruleId} rule={opened} isGone={opened !== undefined && present === undefined} onClose={close} />
        )}
      </div>
    </Page>
  );
}
