import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { addressOf } from "../api/client.ts";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { fullId, shortId } from "../shell/paths.ts";
import { Checkbox } from "../ui/checkbox.tsx";
import { Icon } from "../ui/icon.tsx";
import { Select } from "../ui/select.tsx";
import type { FindingsSearch } from "./findings-search.ts";
import styles from "./findings.module.css";
import { useFindingsPath } from "./use-findings.ts";

const RUNS_SHOWN = 20;
const LIVE = "live";

const words = messages.findings;

/** Which run's findings are listed, with or without what is muted, and the same as a file. */
export function FindingsActions({ search }: { readonly search: FindingsSearch }): ReactNode {
  const { path } = useFindingsPath();
  const navigate = useNavigate({ from: "/shops/$shopId/feeds/$feedId/channels/$slug/findings" });
  const runs = useApi("runs.list", { path: { id: path.feed_id }, query: { per_page: RUNS_SHOWN } });
  const others = (runs.data?.data ?? []).filter(({ has_output: has, publication }) => has && publication !== "live");
  const options = [
    { value: LIVE, label: words.liveRun },
    ...others.map(({ id, publication }) => ({
      value: shortId(id),
      label: publication === "held" ? words.heldRun(shortId(id)) : words.otherRun(shortId(id)),
    })),
  ];
  const { run } = search;
  if (run !== undefined && !options.some(({ value }) => value === run)) options.push({ value: run, label: words.otherRun(run) });
  const exported = addressOf("findings.export", {
    path,
    query: { include_muted: search.muted === true ? "true" : undefined, run_id: run === undefined ? undefined : fullId("run", run) },
  });
  return (
    <>
      <Select
        label={words.run}
        hideLabel
        value={run ?? LIVE}
        options={options}
        onChange={(next) => void navigate({ search: { muted: search.muted, run: next === LIVE ? undefined : next } })}
      />
      <Checkbox
        isSelected={search.muted === true}
        onChange={(muted) => void navigate({ search: (old) => ({ ...old, muted: muted ? true : undefined }) })}
      >
        {words.showMuted}
      </Checkbox>
      <a className={styles["export"]} href={exported} download={`findings-${path.slug}.csv`}>
        <Icon name="download" /> {words.exportCsv}
      </a>
    </>
  );
}
