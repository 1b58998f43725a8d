import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { call } from "../api/client.ts";
import { useAsked } from "../api/queries.ts";
import { RuleLink } from "../feeds/cause.tsx";
import { Section } from "../shell/page.tsx";
import { shortId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import type { Maker } from "../ui/catalog-text.tsx";
import { LongText } from "./long-text.tsx";
import styles from "./products.module.css";

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
      title={`Trace in ${feedName}`}
      description="What each stage and rule made of the row, as the feed is defined now."
      actions={
        <Button kind="quiet" onPress={onClose}>
          Close the trace
        </Button>
      }
    >
      <Answer of={trace}>
        {({ rows }) =>
          rows.map((row) => (
            <div key={row.item} className={styles["trace"]} tabIndex={0} role="region" aria-label={`Row ${row.row_id}, item ${row.item}`}>
              <p>{row.excluded ? `Left out: ${row.exclude_reason ?? ""}` : "In the file."}</p>
              <table>
                <thead>
                  <tr>
                    <th scope="col">Stage</th>
                    <th scope="col">Column</th>
                    <th scope="col">Before</th>
                    <th scope="col">After</th>
                  </tr>
                </thead>
                <tbody>
                  {row.stages.flatMap((stage, index) => [
                    ...stage.changes.map(({ field, before, after }) => (
                      <tr key={`${index} ${field}`}>
                        <td>{stage.rule_id === null ? stage.stage : <RuleLink rule={stage.rule_id} at={at} />}</td>
                        <td>{field}</td>
                        <td>
                          <LongText label={`${field} before`}>{before}</LongText>
                        </td>
                        <td>
                          <LongText label={`${field} after`} by={MAKERS[stage.rule_id === null ? stage.stage : "rules"] ?? "shop"}>
                            {after}
                          </LongText>
                        </td>
                      </tr>
                    )),
                    ...(stage.excluded === undefined
                      ? []
                      : [
                          <tr key={`${index} excluded`}>
                            <td>{stage.rule_id === null ? stage.stage : <RuleLink rule={stage.rule_id} at={at} />}</td>
                            <td colSpan={3}>
                              {stage.excluded ? `leaves the row out: ${stage.exclude_reason ?? ""}` : "takes the row back in"}
                            </td>
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
