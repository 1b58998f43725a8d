import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { messages } from "../messages/messages.ts";
import { shortId } from "../shell/paths.ts";

const words = messages.feeds;

type RowCause = ApiAnswer<"feeds.products">["data"][number]["cause"];
type DifferenceCause = ApiAnswer<"runs.diff">["data"][number]["cause"];

export interface FeedAddress {
  readonly shopId: string;
  readonly feedId: string;
}

const SETTINGS: Readonly<Record<string, string>> = words.settings;

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
          {words.causes.selection}
        </Link>
      );
    // Cells leave no row out. Missing and negative prices do, after cells have been applied.
    case "cells":
      return (
        <Link to="/shops/$shopId/feeds/$feedId/source" params={at}>
          {words.causes.cells}
        </Link>
      );
    case "overrides":
    case "allowance":
    case "localise":
    case "settings":
      return words.causes[stage];
    default:
      return words.causes.other;
  }
}

/** Opens the place where a cause is changed. Undefined if the console has none: the shop or the plan decides then. */
export function useFix(cause: RowCause, at: FeedAddress): (() => void) | undefined {
  const navigate = useNavigate();
  if (cause === null) return undefined;
  const { stage, rule_id: rule, setting } = cause;
  if (rule !== null)
    return () => void navigate({ to: "/shops/$shopId/feeds/$feedId/rules/$ruleId", params: { ...at, ruleId: shortId(rule) } });
  if (setting !== null) return () => void navigate({ to: "/shops/$shopId/feeds/$feedId/settings", params: at, hash: setting });
  if (stage === "selection") return () => void navigate({ to: "/shops/$shopId/feeds/$feedId/selection", params: at });
  if (stage === "cells") return () => void navigate({ to: "/shops/$shopId/feeds/$feedId/source", params: at });
  return undefined;
}

/** What made a row of two runs differ. */
export function DiffCause({ cause, at }: { readonly cause: DifferenceCause; readonly at: FeedAddress }): ReactNode {
  const { type, rule_id: rule, setting, reason } = cause;
  if (rule !== null) return <RuleLink at={at} rule={rule} />;
  if (setting !== null) return <SettingLink at={at} setting={setting} />;
  return <span title={reason ?? undefined}>{words.differences[type]}</span>;
}

export function RuleLink({ rule, at }: { readonly rule: string; readonly at: FeedAddress }): ReactNode {
  const ruleId = shortId(rule);
  return (
    <Link to="/shops/$shopId/feeds/$feedId/rules/$ruleId" params={{ ...at, ruleId }}>
      {words.rule(ruleId)}
    </Link>
  );
}

function SettingLink({ setting, at }: { readonly setting: string; readonly at: FeedAddress }): ReactNode {
  return (
    <Link to="/shops/$shopId/feeds/$feedId/settings" params={at} hash={setting}>
      {words.setting(SETTINGS[setting] ?? setting.replaceAll("_", " "))}
    </Link>
  );
}
