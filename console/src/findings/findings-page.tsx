import { classes } from "../ui/classes.ts";
import sides from "../ui/sides.module.css";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Page } from "../shell/page.tsx";
import { fullId, shortId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { FindingList } from "./finding-list.tsx";
import { FindingPanel } from "./finding-panel.tsx";
import { FindingsActions } from "./findings-actions.tsx";
import type { FindingsSearch, Shown } from "./findings-search.ts";
import { FindingsEmpty } from "./findings-empty.tsx";
import styles from "./findings.module.css";
import { Mutes } from "./mutes.tsx";
import { type Finding, keyOfFinding, useFindingsPath } from "./use-findings.ts";

/** A channel has a few hundred kinds of findings at most, and a feed rarely more than a page of them. */
const PER_PAGE = 100;
const POLL_MS = 1_000;

const words = messages.findings;

/** What the channel will refuse: findings by severity with their rows, the rule that clears one with what it would do, and mutes. */
export function FindingsPage(): ReactNode {
  const { slug, path } = useFindingsPath();
  const search = useSearch({ from: "/shops/$shopId/feeds/$feedId/channels/$slug/findings" });
  const navigate = useNavigate({ from: "/shops/$shopId/feeds/$feedId/channels/$slug/findings" });
  const query = {
    per_page: PER_PAGE,
    include_muted: search.muted === true ? ("true" as const) : undefined,
    run_id: search.run === undefined ? undefined : fullId("run", search.run),
  };
  const channel = useApi("feed_channels.get", { path });
  const known = useApi("findings.list", { path, query });
  const findings = useApi("findings.list", { path, query }, known.data?.meta.revalidating === true ? { pollMs: POLL_MS } : {});
  const listed = useMemo(() => findings.data?.data ?? [], [findings.data]);
  const chosen = listed.find((finding) => finding.code === search.code && (finding.field ?? undefined) === search.field);
  const show = (finding: Finding, shown: Shown | undefined) =>
    void navigate({ search: (old) => ({ ...old, code: finding.code, field: finding.field ?? undefined, show: shown, page: undefined }) });
  const close = () => void navigate({ search: (old) => ({ ...old, show: undefined, page: undefined }) });
  useFindingKeys({ listed, chosen, show });
  const name = channel.data?.display_name ?? slug;
  return (
    <Page
      title={words.title(name)}
      facts={<Facts findings={findings.data} muted={channel.data?.findings?.muted ?? 0} />}
      actions={<FindingsActions search={search} />}
    >
      <Answer of={findings}>
        {({ data, meta }, { isStale }) => (
          <div className={sides["sides"]} data-split="list" data-open={chosen !== undefined && search.show !== undefined}>
            <div className={classes(sides["list"], styles["list"])} data-stale={isStale}>
              {data.length === 0 ? (
                <FindingsEmpty meta={meta} muted={channel.data?.findings?.muted ?? 0} />
              ) : (
                <FindingList findings={data} rows={channel.data?.file?.rows ?? null} chosen={chosen} onShow={show} />
              )}
              {search.muted === true ? <Mutes /> : null}
            </div>
            <Opened
              key={`${search.show ?? ""} ${search.code ?? ""} ${search.field ?? ""}`}
              search={search}
              chosen={chosen}
              onClose={close}
            />
          </div>
        )}
      </Answer>
    </Page>
  );
}

interface OpenedProps {
  readonly search: FindingsSearch;
  readonly chosen: Finding | undefined;
  readonly onClose: () => void;
}

/** What is open stays open when the finding is gone: a fix says there that it worked. */
function Opened({ search: { show, code }, chosen, onClose }: OpenedProps): ReactNode {
  if (show === undefined || code === undefined) return null;
  if (chosen === undefined && show !== "fix") return null;
  return <FindingPanel finding={chosen} show={show} onClose={onClose} />;
}

interface FactsProps {
  readonly findings: ApiAnswer<"findings.list"> | undefined;
  readonly muted: number;
}

function Facts({ findings, muted }: FactsProps): ReactNode {
  if (findings === undefined) return null;
  const { errors_count: errors, warnings_count: warnings, run_id: run, revalidating } = findings.meta;
  if (run === null) return revalidating ? <span role="status">{words.checking}</span> : null;
  return (
    <span className={styles["facts"]}>
      <span>{[words.counts(errors, warnings), ...(muted === 0 ? [] : [words.muted(muted)])].join(" · ")}</span>
      <span>{words.checkedRun(shortId(run))}</span>
      {revalidating ? <span role="status">{words.checking}</span> : null}
    </span>
  );
}

interface KeysOf {
  readonly listed: readonly Finding[];
  readonly chosen: Finding | undefined;
  readonly show: (finding: Finding, shown: Shown | undefined) => void;
}

/** `j` and `k` walk from finding to finding; `p`, `m` and `e` open the fix, the mute and the rows of the one that is chosen, or of the first. */
function useFindingKeys({ listed, chosen, show }: KeysOf): void {
  const group = words.keys;
  const at = chosen === undefined ? -1 : listed.findIndex((one) => keyOfFinding(one) === keyOfFinding(chosen));
  const walk = (by: number) => {
    const next = listed[Math.max(0, Math.min(listed.length - 1, at + by))];
    if (next !== undefined) show(next, undefined);
  };
  const open = (shown: Shown) => {
    const finding = chosen ?? listed.find((one) => shown !== "fix" || one.suggested_rule !== null);
    if (finding !== undefined && (shown !== "fix" || finding.suggested_rule !== null)) show(finding, shown);
  };
  useCommands([
    { id: "next finding", label: words.next, keys: "j", group, run: () => walk(1) },
    { id: "finding before", label: words.before, keys: "k", group, run: () => walk(-1) },
    { id: "preview fix", label: words.openFix, keys: "p", group, run: () => open("fix") },
    { id: "mute finding", label: words.openMute, keys: "m", group, run: () => open("mute") },
    { id: "finding rows", label: words.openRows, keys: "e", group, run: () => open("rows") },
  ]);
}
