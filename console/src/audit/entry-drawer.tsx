import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { CopiedId } from "../ui/copied-id.tsx";
import { Facts } from "../ui/facts.tsx";
import { LongText } from "../ui/long-text.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Fault } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";
import styles from "./audit.module.css";
import { differencesOf } from "./differences.ts";
import { whoOf } from "./who-of.ts";

type Entry = ApiAnswer<"audit.list">["data"][number];

const words = messages.audit;

interface EntryDrawerProps {
  readonly entryId: string | undefined;
  readonly zone: string | undefined;
  readonly onClose: () => void;
}

/** One change: who asked for what, what was there before and after, and the way back. */
export function EntryDrawer({ entryId, zone, onClose }: EntryDrawerProps): ReactNode {
  const number = Number(entryId ?? "0");
  // The newest of those older than the next number is the entry itself.
  const found = useApi("audit.list", { query: { per_page: 1, before: String(number + 1) } }, { enabled: number > 0 });
  const entry = found.data?.data.find(({ id }) => id === number);
  return (
    <Sheet isOpen={entryId !== undefined} onClose={onClose} title={entry?.action ?? words.title} object={entry}>
      <Answer of={found}>
        {() => (entry === undefined ? <p>{words.nothing}</p> : <Found key={entry.id} entry={entry} zone={zone} />)}
      </Answer>
    </Sheet>
  );
}

function Found({ entry, zone }: { readonly entry: Entry; readonly zone: string | undefined }): ReactNode {
  const differences = differencesOf(entry.before, entry.after);
  return (
    <div className={styles["entry"]}>
      <Facts
        facts={[
          [words.actor, <CatalogText key="who">{whoOf(entry)}</CatalogText>],
          [words.when, <Time key="when" at={entry.created_at} zone={zone} />],
          [words.operation, <code key="operation">{entry.operation ?? words.outsideApi}</code>],
          [words.entryId, <CopiedId key="id" id={String(entry.id)} label={words.entryLabel} />],
          [words.requestId, entry.request_id === "" ? "–" : <CopiedId key="request" id={entry.request_id} label={words.requestLabel} />],
        ]}
      />
      <Undo entry={entry} />
      <h3>{words.diff}</h3>
      {differences.length === 0 ? (
        <p>{words.noDiff}</p>
      ) : (
        <dl className={styles["diff"]}>
          {differences.map(({ field, before, after }) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>
                <del>
                  <LongText>{before}</LongText>
                </del>
                <ins>
                  <LongText>{after}</LongText>
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <h3>{words.request}</h3>
      <div className={styles["json"]}>
        <LongText>{JSON.stringify(entry.request, null, 2)}</LongText>
      </div>
    </div>
  );
}

/** What undoing would do is shown first; where it's impossible, the API says why and what to do instead. */
function Undo({ entry }: { readonly entry: Entry }): ReactNode {
  const plan = useChange("changes.undo");
  const undo = useChange("changes.undo", { marks: [""] });
  const shown = undo.data ?? plan.data;
  const lines = [
    ...(shown?.steps ?? []),
    ...(shown?.feeds ?? []).flatMap(({ feed_id: feed, changes }) => changes.map(({ summary }) => `${feed}: ${summary}`)),
  ];
  return (
    <section className={styles["undo"]} aria-label={words.undo}>
      {shown === undefined ? (
        <Button isPending={plan.isPending} onPress={() => plan.mutate({ body: { audit_id: entry.id, preview: true } })}>
          {words.undo}
        </Button>
      ) : (
        <>
          <p role="status">{undo.data === undefined ? words.undoWould : words.undone}</p>
          <ul className={styles["plan"]}>
            {lines.map((line) => (
              <li key={line}>
                <CatalogText>{line}</CatalogText>
              </li>
            ))}
          </ul>
          {undo.data === undefined ? (
            <Button kind="primary" isPending={undo.isPending} onPress={() => undo.mutate({ body: { audit_id: entry.id } })}>
              {words.undoAction}
            </Button>
          ) : null}
        </>
      )}
      <Fault error={undo.error ?? plan.error} />
    </section>
  );
}
