import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { addressOf } from "../api/client.ts";
import { ApiError, NetworkError } from "../api/errors.ts";
import { markStale } from "../api/queries.ts";
import { sendFile } from "../api/send-file.ts";
import { formatBytes } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { chooseAgain } from "../ui/choose-again.ts";
import { Fault } from "../ui/states.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { TextField } from "../ui/text-field.tsx";
import { type CsvPreview, csvPreview } from "./csv-preview.ts";
import styles from "./lookups.module.css";

const words = messages.lookups;
const BYTES_MAX = 10 * 1024 * 1024;
const PREVIEW_ROWS = 5;
const PREVIEW_BYTES = 64 * 1024;

interface ImportTableProps {
  /** Undefined: a new table, whose name is asked for. */
  readonly name: string | undefined;
  readonly onImported: (name: string) => void;
}

interface Chosen {
  readonly file: File;
  readonly preview: CsvPreview;
}

/** A CSV file becomes the table. Its first rows are shown before, and what's wrong with it by line and column. */
export function ImportTable({ name, onImported }: ImportTableProps): ReactNode {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(name ?? "");
  const [chosen, setChosen] = useState<Chosen>();
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<ApiError | NetworkError>();
  const choose = async (file: File | undefined) => {
    setError(undefined);
    // The last character of a part may be cut in two.
    if (file !== undefined) setChosen({ file, preview: csvPreview(await file.slice(0, PREVIEW_BYTES).text(), PREVIEW_ROWS) });
  };
  const upload = async ({ file }: Chosen) => {
    setSending(true);
    setError(undefined);
    try {
      await sendFile(addressOf("lookups.put", { path: { name: typed }, body: { rows: [] } }), "PUT", file);
      await markStale(client, ["lookups.", "feeds."]);
      onImported(typed);
    } catch (thrown) {
      setError(thrown instanceof ApiError || thrown instanceof NetworkError ? thrown : new NetworkError());
    } finally {
      setSending(false);
    }
  };
  const isTooLarge = chosen !== undefined && chosen.file.size > BYTES_MAX;
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== undefined) void upload(chosen);
      }}
    >
      <p>{words.importHint}</p>
      {name === undefined ? (
        <TextField
          label={words.tableName}
          isMono
          autoFocus
          value={typed}
          onChange={setTyped}
          description={words.nameHint}
          fault={error instanceof ApiError ? error.faultOf("/name")?.message : undefined}
        />
      ) : null}
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={words.choose}
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      <div>
        <Button onPress={() => chooseAgain(input.current)}>
          {chosen === undefined ? words.choose : `${chosen.file.name}, ${formatBytes(chosen.file.size)}`}
        </Button>
      </div>
      {isTooLarge ? <p role="alert">{words.tooLarge(BYTES_MAX)}</p> : null}
      {chosen === undefined ? null : <Preview preview={chosen.preview} />}
      {error === undefined ? null : <ImportFaults error={error} />}
      <div>
        <SubmitButton isPending={isSending} isDisabled={chosen === undefined || isTooLarge || typed.trim() === ""}>
          {words.importAction}
        </SubmitButton>
      </div>
    </form>
  );
}

function Preview({ preview: { columns, rows } }: { readonly preview: CsvPreview }): ReactNode {
  return (
    <figure className={styles["preview"]}>
      <figcaption>{words.firstRows(rows.length)}</figcaption>
      <div className={styles["scroll"]} tabIndex={0} role="group" aria-label={words.firstRows(rows.length)}>
        <table>
          <thead>
            <tr>
              {columns.map((column, at) => (
                <th key={at} scope="col">
                  <CatalogText>{column}</CatalogText>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={row}>
                {columns.map((_, at) => (
                  <td key={at}>
                    <CatalogText isOneLine>{cells[at] ?? ""}</CatalogText>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

function ImportFaults({ error }: { readonly error: ApiError | NetworkError }): ReactNode {
  const faults = error instanceof ApiError ? error.details.filter(({ param }) => param !== "/name") : [];
  if (faults.length === 0) return <Fault error={error} />;
  return (
    <ul className={styles["faults"]} role="alert">
      {faults.map(({ param, message, line, column }) => (
        <li key={`${param} ${message}`}>
          {line === undefined || message.startsWith("Line ") ? "" : `${words.line(line, column)}: `}
          <CatalogText>{message}</CatalogText>
        </li>
      ))}
    </ul>
  );
}
