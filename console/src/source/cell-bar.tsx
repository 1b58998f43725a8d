import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useApi } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { TextField } from "../ui/text-field.tsx";
import type { CellEdit } from "./cell-edits.ts";
import type { SourceRow } from "./row-pages.ts";
import styles from "./source.module.css";
import type { ColumnFacts } from "./use-column-facts.ts";

const words = messages.source;

interface CellBarProps {
  readonly row: SourceRow | undefined;
  readonly column: string | undefined;
  readonly edit: CellEdit | undefined;
  readonly facts: ColumnFacts;
  readonly onTyped: () => void;
  readonly onWrite: (value: string) => void;
}

/** The cell that has the focus: its whole value, what the shop says, and the way to the product. */
export function CellBar({ row, column, edit, facts, onTyped, onWrite }: CellBarProps): ReactNode {
  const { shopId, feedId } = useFeed();
  if (row === undefined || column === undefined) return <p className={styles["cell"]}> </p>;
  const isCut = row.cut.includes(column);
  const shown = edit === undefined ? (row.edited[column] ?? row.values[column] ?? "") : (edit.after ?? words.shopsValue);
  return (
    <div className={styles["cell"]}>
      <strong>{column}</strong>
      <span className={styles["value"]}>
        <CatalogText by={edit !== undefined || column in row.edited ? "person" : "shop"} isOneLine>
          {shown === "" ? words.blank : shown}
        </CatalogText>
      </span>
      {column in row.edited ? (
        <span className={styles["value"]}>
          {words.shopSays} <CatalogText isOneLine>{row.values[column] || words.nothing}</CatalogText>
        </span>
      ) : null}
      {facts.locked.has(column) ? <span role="status">{words.locked}</span> : <Effect facts={facts} column={column} />}
      {row.overridden.includes(column) ? <span>{words.overridden}</span> : null}
      {row.excluded ? <CatalogText>{words.leftOut(row.excluded_reason ?? "")}</CatalogText> : null}
      {isCut ? <WholeValue productId={row.product_id} column={column} onTyped={onTyped} onWrite={onWrite} /> : null}
      <Link to="/shops/$shopId/products/$productId" params={{ shopId, productId: row.product_id }} search={{ feed: feedId }}>
        {words.product}
      </Link>
    </div>
  );
}

/** Where the value goes, and the rules that may write over it there. */
function Effect({ facts, column }: { readonly facts: ColumnFacts; readonly column: string }): ReactNode {
  const feeds = facts.feeds(column);
  const rules = facts.rulesOver(column);
  return (
    <>
      {feeds.length === 0 ? null : <span>{words.feeds(feeds.join(", "))}</span>}
      {rules.length === 0 ? null : <span>{words.writtenBy(rules.map(words.rule).join(", "))}</span>}
    </>
  );
}

/** A long value comes cut in the table; the whole of it is read when it's wanted. */
function WholeValue({
  productId,
  column,
  onTyped,
  onWrite,
}: {
  readonly productId: string;
  readonly column: string;
  readonly onTyped: () => void;
  readonly onWrite: (value: string) => void;
}): ReactNode {
  const { id } = useFeed();
  const [isOpen, setOpen] = useState(false);
  const product = useApi("products.get", { path: { id: productId }, query: { feed_id: id } }, { enabled: isOpen });
  const whole = product.data === undefined ? undefined : (product.data.cells[column] ?? product.data.source_data[column] ?? "");
  const [text, setText] = useState<string | undefined>();
  if (!isOpen) return <Button onPress={() => setOpen(true)}>{words.readWhole}</Button>;
  if (whole === undefined) return <span>{words.reading}</span>;
  return (
    <form
      className={styles["whole"]}
      onSubmit={(event) => {
        event.preventDefault();
        onWrite(text ?? whole);
      }}
    >
      <TextField
        label={column}
        hideLabel
        rows={6}
        value={text ?? whole}
        onChange={(typed) => {
          onTyped();
          setText(typed);
        }}
      />
      <Button type="submit" isDisabled={text === undefined || text === whole}>
        {words.editCell}
      </Button>
    </form>
  );
}
