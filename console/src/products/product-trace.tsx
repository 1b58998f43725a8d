import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { call } from "../api/client.ts";
import { useApi, useAsked } from "../api/queries.ts";
import { type FeedAddress, RuleLink } from "../feeds/cause.tsx";
import { messages } from "../messages/messages.ts";
import { Section } from "../shell/page.tsx";
import { shortId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import type { Maker } from "../ui/catalog-text.tsx";
import { useCopiedTable } from "../ui/copied-table.ts";
import { LongText } from "../ui/long-text.tsx";
import styles from "./products.module.css";
import { type Rendered, type TracedRow, type TraceLine, traceLines } from "./trace-matrix.ts";

const words = messages.products;

interface ProductTraceProps {
  readonly feedId: string;
  readonly feedName: string;
  readonly rowId: string;
  readonly onClose: () => void;
}

const STAGES: Readonly<Record<string, string>> = words.stages;
/** In the order in which they make a value. */
const STEPS = ["shop", "cells", "mapping", "overrides", "rules", "feed"] as const;

/** A matrix: each column of the feed from the shop's value to what the channels get, with who made it. */
export function ProductTrace({ feedId, feedName, rowId, onClose }: ProductTraceProps): ReactNode {
  const { shopId } = useParams({ from: "/shops/$shopId/products/$productId" });
  const feed = useApi("feeds.get", { path: { id: feedId } });
  const mappings = useApi("columns.mappings", { path: { feed_id: feedId } });
  const trace = useAsked(["feeds.debug_rows", feedId, rowId], () =>
    call("feeds.debug_rows", { path: { id: feedId }, body: { row_ids: [rowId] } }),
  );
  const channels = useRendered(feedId, rowId, feed.data?.channels ?? []);
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
              <Decisions row={row} at={at} />
              <Matrix row={row} mappings={mappings.data?.mappings ?? {}} channels={row.excluded ? [] : channels} at={at} />
            </div>
          ))
        }
      </Answer>
    </Section>
  );
}

interface OfChannel {
  readonly slug: string;
  readonly rows: readonly TracedRow[];
  readonly error: string | null;
}

/** What each channel's file makes of the rows. One that can't be rendered says why, and leaves the others alone. */
function useRendered(feedId: string, rowId: string, slugs: readonly string[]): readonly OfChannel[] {
  const asked = useAsked(
    ["feeds.debug_rows", feedId, rowId, slugs],
    async () =>
      Promise.all(
        slugs.map(async (slug): Promise<OfChannel> => {
          try {
            const { rows } = await call("feeds.debug_rows", { path: { id: feedId }, body: { row_ids: [rowId], channel_slug: slug } });
            return { slug, rows, error: null };
          } catch (thrown) {
            return { slug, rows: [], error: thrown instanceof Error ? thrown.message : String(thrown) };
          }
        }),
      ),
    { enabled: slugs.length > 0 },
  );
  return asked.data ?? [];
}

/** The stages and rules that left the row out or took it back in. */
function Decisions({ row, at }: { readonly row: TracedRow; readonly at: FeedAddress }): ReactNode {
  const decisions = row.stages.filter(({ excluded }) => excluded !== undefined);
  if (decisions.length === 0) return null;
  return (
    <ul className={styles["decisions"]}>
      {decisions.map(({ stage, rule_id: rule, excluded, exclude_reason: reason }, index) => (
        <li key={`${index} ${stage}`}>
          {rule === null ? (STAGES[stage] ?? stage) : <RuleLink rule={rule} at={at} />}{" "}
          <span>{excluded === true ? words.leavesOut(reason ?? "") : words.takesIn}</span>
        </li>
      ))}
    </ul>
  );
}

interface MatrixProps {
  readonly row: TracedRow;
  readonly mappings: Readonly<Record<string, string | null>>;
  readonly channels: readonly OfChannel[];
  readonly at: FeedAddress;
}

function Matrix({ row, mappings, channels, at }: MatrixProps): ReactNode {
  const rendered = new Map(
    channels.flatMap(({ slug, rows }): readonly (readonly [string, Rendered])[] => {
      const found = rows.find(({ item }) => item === row.item)?.rendered;
      return found === undefined || found === null ? [] : [[slug, found]];
    }),
  );
  const lines = traceLines(row, mappings, rendered);
  const { ref, onCopy } = useCopiedTable(words.row(row.row_id, row.item));
  return (
    <>
      <table ref={ref} onCopy={onCopy}>
        <thead>
          <tr>
            <th scope="col">{words.column}</th>
            {STEPS.map((step) => (
              <th key={step} scope="col">
                {words.matrix[step]}
              </th>
            ))}
            {[...rendered.keys()].map((slug) => (
              <th key={slug} scope="col">
                {slug}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.field} line={line} slugs={[...rendered.keys()]} at={at} />
          ))}
        </tbody>
      </table>
      {channels.map(({ slug, error }) => (
        <p key={slug} className={styles["ofChannel"]}>
          {slug}: <span>{error ?? sameText(slug, lines, rendered)}</span>
        </p>
      ))}
    </>
  );
}

function sameText(slug: string, lines: readonly TraceLine[], rendered: ReadonlyMap<string, Rendered>): string {
  const all = rendered.get(slug)?.columns.length;
  if (all === undefined) return words.notInChannel;
  const differing = lines.filter(({ channels }) => typeof channels.get(slug) === "string").length;
  return words.asInFeed(all - differing, all);
}

interface LineProps {
  readonly line: TraceLine;
  readonly slugs: readonly string[];
  readonly at: FeedAddress;
}

function Line({ line: { field, shop, cell, mapping, override, rules, value, channels }, slugs, at }: LineProps): ReactNode {
  return (
    <tr>
      <th scope="row">{field}</th>
      <Value by="shop">{shop === "" ? null : shop}</Value>
      <Value by="person">{cell}</Value>
      <Value by="mapping">{mapping}</Value>
      <Value by="person">{override}</Value>
      <td>
        {rules.length === 0
          ? words.unchanged
          : rules.map(({ rule, value: made }) => (
              <div key={rule}>
                <RuleLink rule={rule} at={at} /> <LongText by="rule">{shown(made)}</LongText>
              </div>
            ))}
      </td>
      <td>
        <LongText>{value}</LongText>
      </td>
      {slugs.map((slug) => (
        <Value key={slug} by="mapping" none={channels.has(slug) ? words.unchanged : ""}>
          {channels.get(slug) ?? null}
        </Value>
      ))}
    </tr>
  );
}

interface ValueProps {
  readonly by: Maker;
  /** Null: this stage left the value as it was. */
  readonly children: string | null;
  readonly none?: string;
}

function Value({ by, children, none = words.unchanged }: ValueProps): ReactNode {
  return <td>{children === null ? none : <LongText by={by}>{shown(children)}</LongText>}</td>;
}

const shown = (value: string): string => (value === "" ? words.blank : value);
