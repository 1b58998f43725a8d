import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { shortId } from "../shell/paths.ts";

type RowCause = ApiAnswer<"feeds.products">["data"][number]["cause"];
type DifferenceCause = ApiAnswer<"runs.diff">["data"][number]["cause"];

export interface FeedAddress {
  readonly shopId: string;
  readonly feedId: string;
}

const SETTINGS: Readonly<Record<string, string>> = {
  import_unpublish_product: "unpublished products",
  gift_cards: "gift cards",
  variants: "variants",
};

/** What excludes a row, as a link to where it's changed. */
export function Cause({ cause, at }: { readonly cause: RowCause; readonly at: FeedAddress }): ReactNode {
  if (cause === null) return null;
  const { stage, rule_id: rule, setting } = cause;
  if (rule !== null) return <RuleLink at={at} rule={rule} />;
  if (setting !== null) return <SettingLink at={at} setting={setting} />;
  return <Stage stage={stage} at={at} />;
}

function Stage({ stage, at }: { readonly stage: NonNullable<RowCause>["stage"]; readonly at: FeedAddress }): ReactNode {
  switch (stage) {
    case "selection":
      return (
        <Link to="/shops/$shopId/feeds/$feedId/selection" params={at}>
          the feed's selection
        </Link>
      );
    case "cells":
      return (
        <Link to="/shops/$shopId/feeds/$feedId/source" params={at} search={{ edited: true }}>
          an edited cell
        </Link>
      );
    case "overrides":
      return "an override of the product";
    case "allowance":
      return "the plan's allowance";
    case "localise":
      return "its language or market";
    case "settings":
      return "its state in the shop";
    default:
      return "a value that no row can do without";
  }
}

/** What made a row of two runs differ. */
export function DiffCause({ cause, at }: { readonly cause: DifferenceCause; readonly at: FeedAddress }): ReactNode {
  const { type, rule_id: rule, setting, reason } = cause;
  if (rule !== null) return <RuleLink at={at} rule={rule} />;
  if (setting !== null) return <SettingLink at={at} setting={setting} />;
  return <span title={reason ?? undefined}>{DIFFERENCES[type]}</span>;
}

const DIFFERENCES: Readonly<Record<DifferenceCause["type"], string>> = {
  rule: "a rule",
  mapping: "a mapping",
  setting: "a setting",
  selection: "the feed's selection",
  cell: "an edited cell",
  override: "an override",
  plan: "the plan's allowance",
  catalog: "changed in the shop",
  new_in_shop: "new in the shop",
  left_shop: "left the shop",
  first_run: "the feed's first run",
  other: "something else",
};

export function RuleLink({ rule, at }: { readonly rule: string; readonly at: FeedAddress }): ReactNode {
  const ruleId = shortId(rule);
  return (
    <Link to="/shops/$shopId/feeds/$feedId/rules/$ruleId" params={{ ...at, ruleId }}>
      rule {ruleId}
    </Link>
  );
}

function SettingLink({ setting, at }: { readonly setting: string; readonly at: FeedAddress }): ReactNode {
  return (
    <Link to="/shops/$shopId/feeds/$feedId/settings" params={at} hash={setting}>
      setting “{SETTINGS[setting] ?? setting.replaceAll("_", " ")}”
    </Link>
  );
}
