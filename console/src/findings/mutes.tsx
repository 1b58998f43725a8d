import { type ReactNode, useState } from "react";
import { useApi, useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { Pager } from "../ui/pager.tsx";
import { Fault } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";
import styles from "./findings.module.css";
import { MUTE_MARKS, useFindingsPath } from "./use-findings.ts";

const PER_PAGE = 25;
const words = messages.findings;

/** What is muted for this feed and channel, by whom it can be taken back. */
export function Mutes(): ReactNode {
  const { path } = useFindingsPath();
  const [page, setPage] = useState(1);
  const mutes = useApi("finding_mutes.list", { path, query: { page, per_page: PER_PAGE } });
  const remove = useChange("finding_mutes.delete", { marks: MUTE_MARKS });
  return (
    <Answer of={mutes} rows={2}>
      {({ data, meta }) =>
        meta.total === 0 ? null : (
          <Section title={words.mutes(meta.total)} description={words.mutesMean}>
            <Fault error={remove.error} />
            <ul className={styles["mutes"]}>
              {data.map(({ id, code, field, row_id: row, note, created_at: at }) => (
                <li key={id}>
                  <span>
                    {words.muteOf(code, field, row)}
                    {note === null ? null : (
                      <>
                        {" · "}
                        <CatalogText>{note}</CatalogText>
                      </>
                    )}
                  </span>
                  <Time at={at} />
                  <Button
                    kind="quiet"
                    aria-label={words.removeMute(words.muteOf(code, field, row))}
                    isPending={remove.isPending}
                    onPress={() => remove.mutate({ path: { ...path, id: String(id) } })}
                  >
                    {words.unmute}
                  </Button>
                </li>
              ))}
            </ul>
            {meta.total > PER_PAGE || page > 1 ? <Pager label={words.mutePages} page={page} meta={meta} onChange={setPage} /> : null}
          </Section>
        )
      }
    </Answer>
  );
}
