import { useNavigate, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useApi } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { countOf } from "../messages/format.ts";
import { useCommands } from "../shell/commands.ts";
import { Page } from "../shell/page.tsx";
import { fullId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/states.tsx";
import { RuleEditor } from "./rule-editor.tsx";
import { RuleList } from "./rule-list.tsx";
import styles from "./rules.module.css";

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
  useCommands([{ id: "new rule", label: "Write a new rule", keys: "n", group: "Rules", run: write }]);
  const active = rules.data?.filter((rule) => rule.active).length ?? 0;
  const included = counts.data?.included_count ?? null;
  const opened = ruleId === undefined ? undefined : rules.data?.find(({ id }) => id === fullId("rule", ruleId));
  return (
    <Page
      title="Rules"
      facts={
        rules.data === undefined ? null : (
          <span>
            {active} active of {countOf(rules.data.length, "rule")}
            {included === null ? "" : ` · ${countOf(included, "row")} in the file`}
          </span>
        )
      }
      actions={
        <Button kind="primary" keys="n" onPress={write}>
          New rule
        </Button>
      }
    >
      <div className={styles["sides"]} data-open={ruleId !== undefined}>
        <div className={styles["list"]}>
          <Answer of={rules}>
            {(found) =>
              found.length === 0 ? (
                <Empty
                  title="The feed has no rules."
                  action={ruleId === undefined ? <Button onPress={write}>Write the first rule</Button> : null}
                >
                  Rules change values and leave rows out, in their order, between the shop's data and the file.
                </Empty>
              ) : (
                <RuleList rules={found} counts={counts.data} selected={opened?.id} />
              )
            }
          </Answer>
        </div>
        {ruleId === undefined ? null : ruleId !== NEW && opened === undefined ? (
          rules.data === undefined ? null : (
            <Empty title={`There is no rule ${ruleId} in this feed.`} action={<Button onPress={close}>Show all rules</Button>} />
          )
        ) : (
          <RuleEditor key={ruleId} rule={opened} onClose={close} />
        )}
      </div>
    </Page>
  );
}
