import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type ApiAnswer, call } from "../api/client.ts";
import { useApi, useAsked } from "../api/queries.ts";
import { type FeedAddress, RuleLink } from "../feeds/cause.tsx";
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

type Row = ApiAnswer<"feeds.debug_rows">["rows"][number];

const STAGES: Readonly<Record<string, string>> = words.stages;
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
  const feed = useApi("feeds.get", { path: { id: feedId } });
  const channels = feed.data?.channels ?? [];
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
                  {row.stages.map((stage, index) => (
                    <StageLines key={`${index} ${stage.stage}`} stage={stage} at={at} />
                  ))}
                  {row.excluded ? null : channels.map((slug) => <ChannelLines key={slug} slug={slug} row={row} feedId={feedId} />)}
                </tbody>
              </table>
            </div>
          ))
        }
      </Answer>
    </Section>
  );
}

/** What a stage or a rule changed, and whether it left the row out. */
function StageLines({ stage, at }: { readonly stage: Row["stages"][number]; readonly at: FeedAddress }): ReactNode {
  const { rule_id: rule, changes, excluded, exclude_reason: reason } = stage;
  const name = rule === null ? (STAGES[stage.stage] ?? stage.stage) : <RuleLink rule={rule} at={at} />;
  return (
    <>
      {changes.map(({ field, before, after }) => (
        <tr key={field}>
          <td>{name}</td>
          <td>{field}</td>
          <td>
            <LongText>{before}</LongText>
          </td>
          <td>
            <LongText by={MAKERS[rule === null ? stage.stage : "rules"] ?? "shop"}>{after}</LongText>
          </td>
        </tr>
      ))}
      {excluded === undefined ? null : (
        <tr>
          <td>{name}</td>
          <td colSpan={3}>{excluded ? words.leavesOut(reason ?? "") : words.takesIn}</td>
        </tr>
      )}
    </>
  );
}

interface ChannelLinesProps {
  readonly slug: string;
  readonly row: Row;
  readonly feedId: string;
}

/** What a channel's file makes of the row: attributes that the feed has otherwise, or under another name. */
function ChannelLines({ slug, row, feedId }: ChannelLinesProps): ReactNode {
  const asked = useAsked(["feeds.debug_rows", feedId, row.row_id, slug], () =>
    call("feeds.debug_rows", { path: { id: feedId }, body: { row_ids: [row.row_id], channel_slug: slug } }),
  );
  const rendered = asked.data?.rows.find(({ item }) => item === row.item)?.rendered;
  if (asked.error !== null || rendered === undefined || rendered === null)
    return (
      <tr>
        <td>{slug}</td>
        <td colSpan={3}>{asked.error?.message ?? (asked.data === undefined ? messages.ui.loading : words.notInChannel)}</td>
      </tr>
    );
  const changed = rendered.columns.filter((name) => (rendered.values[name] ?? "") !== (row.output[name] ?? ""));
  return (
    <>
      {changed.map((name) => (
        <tr key={name}>
          <td>{slug}</td>
          <td>{name}</td>
          <td>
            <LongText>{row.output[name] ?? ""}</LongText>
          </td>
          <td>
            <LongText by="mapping">{rendered.values[name] ?? ""}</LongText>
          </td>
        </tr>
      ))}
      <tr>
        <td>{slug}</td>
        <td colSpan={3}>{words.asInFeed(rendered.columns.length - changed.length, rendered.columns.length)}</td>
      </tr>
    </>
  );
}
