import { useNavigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { type ApiAnswer, addressOf } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Page, Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/overlay.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { ImportTable } from "./import-table.tsx";
import styles from "./lookups.module.css";
import { PasteRows } from "./paste-rows.tsx";
import { RowForm } from "./row-form.tsx";
import { Rows } from "./rows.tsx";
import { SavedRows, useSetRows } from "./set-rows.tsx";
import { Unmatched } from "./unmatched.tsx";
import { Uses } from "./uses.tsx";

type Table = ApiAnswer<"lookups.get">;

const words = messages.lookups;

/** A table: its rows, what reads it, and what the last run looked up in vain. */
export function LookupPage(): ReactNode {
  const { name } = useParams({ from: "/shops/$shopId/lookups/$name" });
  const table = useApi("lookups.get", { path: { name } });
  const answer = <Answer of={table}>{(found) => <Found table={found} />}</Answer>;
  return table.data === undefined ? <Page title={words.title}>{answer}</Page> : answer;
}

type Dialog = "row" | "paste" | "import" | "remove";

function Found({ table }: { readonly table: Table }): ReactNode {
  const [dialog, setDialog] = useState<Dialog>();
  const set = useSetRows(table.name);
  const close = () => setDialog(undefined);
  useCommands([
    { id: "new row", label: words.newRow, keys: "n", group: words.group, run: () => setDialog("row") },
    { id: "paste rows", label: words.paste, group: words.group, run: () => setDialog("paste") },
    { id: "import table", label: words.importWord, group: words.group, run: () => setDialog("import") },
  ]);
  return (
    <Page
      title={table.name}
      facts={<span className={styles["facts"]}>{words.facts(table.columns.length, table.row_count, table.size_bytes)}</span>}
      actions={
        <>
          <a
            className={styles["download"]}
            href={addressOf("lookups.download", { path: { name: table.name } })}
            download={`${table.name}.csv`}
          >
            {words.download}
          </a>
          <Button kind="quiet" onPress={() => setDialog("remove")}>
            {words.remove}
          </Button>
          <Button onPress={() => setDialog("import")}>{words.importWord}</Button>
          <Button onPress={() => setDialog("paste")}>{words.paste}</Button>
          <Button kind="primary" keys="n" onPress={() => setDialog("row")}>
            {words.newRow}
          </Button>
        </>
      }
    >
      <SavedRows set={set} />
      <Unmatched table={table} set={set} />
      <Rows table={table} set={set} />
      <Section title={words.uses}>
        <Uses uses={table.used_by} />
      </Section>
      <Sheet isOpen={dialog === "row"} onClose={close} title={words.newRow}>
        <RowForm table={table} row={undefined} set={set} onDone={close} />
      </Sheet>
      <Sheet isOpen={dialog === "paste"} onClose={close} title={words.pasteTitle}>
        <PasteRows table={table} set={set} onDone={close} />
      </Sheet>
      <Sheet isOpen={dialog === "import"} onClose={close} title={words.importInto(table.name)}>
        <ImportTable name={table.name} onImported={close} />
      </Sheet>
      <Remove table={table} isOpen={dialog === "remove"} onClose={close} />
    </Page>
  );
}

interface RemoveProps {
  readonly table: Table;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Where something reads the table the API refuses, and says what. */
function Remove({ table, isOpen, onClose }: RemoveProps): ReactNode {
  const { shopId } = useParams({ from: "/shops/$shopId/lookups/$name" });
  const navigate = useNavigate();
  const remove = useChange("lookups.remove", { marks: ["lookups.list"] });
  return (
    <Confirm
      isOpen={isOpen}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      title={words.removeTitle(table.name)}
      action={words.remove}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(
          { path: { name: table.name } },
          { onSuccess: () => void navigate({ to: "/shops/$shopId/lookups", params: { shopId } }) },
        )
      }
    >
      <p>{words.removeBody(table.row_count)}</p>
    </Confirm>
  );
}
