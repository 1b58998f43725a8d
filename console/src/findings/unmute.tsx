import type { ReactNode } from "react";
import { call } from "../api/client.ts";
import { useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/states.tsx";
import { type Finding, MUTE_MARKS, useFindingsPath } from "./use-findings.ts";

const PER_PAGE = 100;
const PAGES_MAX = 100;

/** Takes away every mute that covers the finding: of the whole, or of its rows one by one. */
export function Unmute({ finding }: { readonly finding: Finding }): ReactNode {
  const { path } = useFindingsPath();
  const remove = useChange("finding_mutes.delete", { marks: MUTE_MARKS });
  const unmute = async () => {
    for (const id of await mutesOf(path, finding)) await remove.mutateAsync({ path: { ...path, id: String(id) } });
  };
  return (
    <>
      <Button
        isPending={remove.isPending}
        onPress={() =>
          void unmute().catch(() => {
            // The mutation keeps what went wrong.
          })
        }
      >
        {messages.findings.unmute}
      </Button>
      <Fault error={remove.error} />
    </>
  );
}

async function mutesOf(path: ReturnType<typeof useFindingsPath>["path"], { code, field }: Finding): Promise<readonly number[]> {
  const found: number[] = [];
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const { data, meta } = await call("finding_mutes.list", { path, query: { page, per_page: PER_PAGE } });
    found.push(...data.filter((mute) => mute.code === code && (mute.field === null || mute.field === field)).map(({ id }) => id));
    if (!meta.has_more) break;
  }
  return found;
}
