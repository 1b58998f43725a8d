import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { call } from "../api/client.ts";
import { useAsked } from "../api/queries.ts";
import { RuleLink } from "../feeds/cause.tsx";
import { messages } from "../messages/messages.ts";
import { Section } from "../shell/page.tsx";
import { shortId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import type { Maker } from "../ui/catalog-text.tsx";
import { LongText } from "../ui/long-text.tsx";
import styles from "./products.module.css";

const words = messages.products;

interface ProductTraceProps {
  readonly feedId: string;
  readonly feedName: string;
  readonly rowId: string;
  readonly onClose: () => void;
}

const MAKERS: Readonly<Record<string, Maker>> = {
  mappings: "mapping",
  mapping: "mapping",
  cells: "person",
  overrides: "person",
  rules: "rule",
};

/** Each value that a stage or rule of the feed made, in order. */
export function ProductTrace({ feedId, feedName, rowId, onClose }: ProductTraceProps): ReactNode {
  const { shopId } = useParams({ from: "/shops/$shopId/products/$productId" });
  const trace = useAsked(["feeds.debug_rows", feedId, rowId], () =>
    call("feeds.debug_rows", { path: { id: feedId }, body: { row_ids: [rowId] } }),
  );
  const at = { shopId, feedId: shortId(feedId) };
  return (
    <Section
      title={words.traceIn(feedName)}
      description={words.traceHint}
      actions={
        <Button kind="quiet" onPress={onClose}>
          {words.closeTrace}
        </Button>
      }
    >
      <Answer of={trace}>
        {({ rows }) =>
          rows.map((row) => (
            <div key={row.item} className={styles["trace"]} tabIndex={0} role="region" aria-label={words.row(row.row_id, row.item)}>
              <p>{row.excluded ? words.leftOut(row.exclude_reason ?? "") : words.inFile}</p>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{words.stage}</th>
                    <th scope="col">{words.column}</th>
                    <th scope="col">{words.before}</th>
                    <th scope="col">{words.after}</th>
                  </tr>
                </thead>
                <tbody>
                  {row.stages.flatMap((stage, index) => [
                    ...stage.changes.map(({ field, before, after }) => (
                      <tr key={`${index} ${field}`}>
                        <td>{stage.rule_id === null ? stage.stage : <RuleLink rule={stage.rule_id} at={at} />}</td>
                        <td>{field}</td>
                        <td>
                          <LongText>{before}</LongText>
                        </td>
                        <td>
                          <LongText by={MAKERS[stage.rule_id === null ? stage.stage : "rules"] ?? "shop"}>{after}</LongText>
                        </td>
                      </tr>
                    )),
                    ...(stage.excluded === undefined
                      ? []
                      : [
                          <tr key={`${index} excluded`}>
                            <td>{stage.rule_id === null ? stage.stage : <RuleLink rule={stage.rule_id} at={at} />}</td>
                            <td colSpan={3}>{stage.excluded ? words.leavesOut(stage.exclude_reason ?? "") : words.takesIn}</td>
                          </tr>,
                        ]),
                  ])}
                </tbody>
              </table>
            </div>
          ))
        }
      </Answer>
    </Section>
  );
}
