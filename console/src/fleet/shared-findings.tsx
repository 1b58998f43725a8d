import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Fault } from "../ui/states.tsx";
import styles from "./fleet.module.css";

type Finding = ApiAnswer<"fleet.list_findings">[number];

const words = messages.fleet;
const SHOWN = 8;

/** What channels find in several shops alike, each with the fix that one change brings to all of them. */
export function SharedFindings(): ReactNode {
  const findings = useApi("fleet.list_findings", {});
  const [isWhole, setWhole] = useState(false);
  return (
    <Section title={words.findings} description={words.findingsNext}>
      <Answer of={findings} rows={3}>
        {(data) => {
          if (data.length === 0) return <p className={styles["quiet"]}>{words.noFindings}</p>;
          const shown = isWhole ? data : data.slice(0, SHOWN);
          return (
            <>
              <ul className={styles["findings"]} aria-label={words.findings}>
                {shown.map((finding) => (
                  <FindingLine key={`${finding.channel} ${finding.code} ${finding.field ?? ""}`} finding={finding} />
                ))}
              </ul>
              {shown.length === data.length ? null : (
                <Button kind="quiet" onPress={() => setWhole(true)}>
                  {words.moreFindings(data.length - shown.length)}
                </Button>
              )}
            </>
          );
        }}
      </Answer>
    </Section>
  );
}

function FindingLine({ finding }: { readonly finding: Finding }): ReactNode {
  const navigate = useNavigate();
  const create = useChange("fleet.create_change", { marks: ["fleet."] });
  const { suggested_rule: rule, severity, shops } = finding;
  const fix = async (): Promise<void> => {
    const wanted = {
      action: { type: "add_rule" as const, rule: rule ?? {} },
      shops: shops.map(({ shop_id, feed_id }) => ({ shop_id, feed_id })),
    };
    const { id } = await create.mutateAsync({ body: wanted });
    await navigate({ to: "/org/fleet/changes/$changeId", params: { changeId: String(id) } });
  };
  return (
    <li className={styles["finding"]} data-severity={severity}>
      <Icon name={severity === "error" ? "circle-alert" : severity === "warning" ? "triangle-alert" : "info"} />
      <span className={styles["sentence"]}>
        <span className="visually-hidden">{severity}: </span>
        {finding.message}{" "}
        <span className={styles["quiet"]}>
          {finding.channel}
          {finding.field === null ? "" : ` · ${finding.field}`}
        </span>
      </span>
      <span>
        {words.rows(finding.affected_count)} {words.inShops(finding.shop_count)}
      </span>
      {rule === null ? (
        <span className={styles["quiet"]}>{words.noFix}</span>
      ) : (
        <Button isPending={create.isPending} onPress={() => void fix().catch(() => undefined)}>
          {words.fixIn(finding.shop_count)}
        </Button>
      )}
      <Fault error={create.error} />
    </li>
  );
}
