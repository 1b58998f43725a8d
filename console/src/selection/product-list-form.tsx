import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { ApiError } from "../api/errors.ts";
import { useApi, useChange } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import styles from "./selection.module.css";

const words = messages.selection;

const MARKS = ["feeds.", "shop.", "products."] as const;

/** The ids of a feed that has a list of products, to be edited or pasted. */
export function ProductListForm({ selection }: { readonly selection: ApiAnswer<"feeds.selection"> }): ReactNode {
  const { id } = useFeed();
  const [list, setList] = useState(selection.product_ids.join("\n"));
  const feed = useApi("feeds.get", { path: { id } });
  const save = useChange("feeds.set_selection", { marks: MARKS });
  const products = [...new Set(list.split(/[\s,;]+/).filter((one) => one !== ""))];
  const refused = save.error instanceof ApiError ? save.error : undefined;
  const faults = refused?.details.map(({ message }) => message) ?? [];
  const added = products.filter((one) => !selection.product_ids.includes(one)).length;
  const removed = selection.product_ids.filter((one) => !products.includes(one)).length;
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        const query = feed.data === undefined ? {} : { expected_version: feed.data.version };
        save.mutate({ path: { id }, query, body: { product_ids: products } });
      }}
    >
      <TextField
        label={words.productIds}
        isMono
        rows={12}
        value={list}
        onChange={setList}
        description={words.listCounts(products.length, added, removed)}
        fault={faults.length === 0 ? undefined : faults.join(" ")}
      />
      <Fault error={faults.length === 0 ? save.error : null} />
      <div>
        <Button type="submit" kind="primary" isDisabled={added + removed === 0} isPending={save.isPending}>
          {words.saveList}
        </Button>
      </div>
    </form>
  );
}
