import { type ReactNode, useState } from "react";
import { useApi } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useSettled } from "../ui/use-settled.ts";
import styles from "./tests.module.css";

const words = messages.tests;
const SETTLED_MS = 300;
const SHOWN = 6;
const LENGTH_MIN = 2;

interface RowPickerProps {
  readonly rowId: string;
  readonly fault: string | undefined;
  /** `fields`: the row as it's in the file now. */
  readonly onPick: (rowId: string, fields: Readonly<Record<string, string>>) => void;
}

/** Finds a row of the feed by what a person knows of it. */
export function RowPicker({ rowId, fault, onPick }: RowPickerProps): ReactNode {
  const { id } = useFeed();
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(rowId === "");
  const search = useSettled(typed.trim(), SETTLED_MS);
  const isEnough = search.length >= LENGTH_MIN;
  const found = useApi("feeds.products", { path: { id }, query: { search, per_page: SHOWN } }, { enabled: isOpen && isEnough });
  if (!isOpen)
    return (
      <div className={styles["picked"]}>
        <span>{words.picked(rowId)}</span>
        <Button kind="quiet" onPress={() => setOpen(true)}>
          {words.change}
        </Button>
        {fault === undefined ? null : <p role="alert">{fault}</p>}
      </div>
    );
  const rows = isEnough ? (found.data?.data ?? []) : [];
  return (
    <div className={styles["picker"]}>
      <TextField label={words.pick} value={typed} onChange={setTyped} description={words.pickHint} fault={fault} autoFocus />
      {isEnough && found.data !== undefined && !found.isPlaceholderData && rows.length === 0 ? <p>{words.foundNone}</p> : null}
      <ul className={styles["found"]} aria-label={words.find}>
        {rows.map(({ row_id: row, fields }) => (
          <li key={row}>
            <Button
              kind="quiet"
              onPress={() => {
                onPick(row, fields);
                setOpen(false);
              }}
            >
              <CatalogText isOneLine>{`${fields["title"] ?? ""} · ${row}`}</CatalogText>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
