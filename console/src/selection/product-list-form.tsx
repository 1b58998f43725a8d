import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { ApiError } from "../api/errors.ts";
import { useChange } from "../api/queries.ts";
import { Conflict } from "../feeds/conflict.tsx";
import { useFeed } from "../feeds/use-feed.ts";
import { useSeenVersion } from "../feeds/use-seen-version.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Button } from "../ui/button.tsx";
import { Leaving } from "../ui/leaving.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useEdits } from "../ui/use-edits.ts";
import styles from "./selection.module.css";

const words = messages.selection;

const MARKS = ["feeds.", "shop.", "products."] as const;

/** The ids of a feed that has a list of products, to be edited or pasted. */
export function ProductListForm({ selection }: { readonly selection: ApiAnswer<"feeds.selection"> }): ReactNode {
  const { id } = useFeed();
  const {
    values: { list },
    isChanged,
    set: edit,
    saved,
  } = useEdits({ list: selection.product_ids.join("\n") });
  const { version: seen, renew } = useSeenVersion(id);
  const save = useChange("feeds.set_selection", { marks: MARKS });
  const products = [...new Set(list.split(/[\s,;]+/).filter((one) => one !== ""))];
  const refused = save.error instanceof ApiError ? save.error : undefined;
  const faults = refused?.details.map(({ message }) => message) ?? [];
  const added = products.filter((one) => !selection.product_ids.includes(one)).length;
  const removed = selection.product_ids.filter((one) => !products.includes(one)).length;
  const keep = (version: number | undefined) =>
    save.mutate(
      { path: { id }, query: version === undefined ? {} : { expected_version: version }, body: { product_ids: products } },
      {
        onSuccess() {
          renew();
          saved({ list });
        },
      },
    );
  useCommands(
    added + removed === 0 ? [] : [{ id: "save", label: words.saveList, keys: "Ctrl+Enter", group: words.title, run: () => keep(seen) }],
  );
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        keep(seen);
      }}
    >
      <TextField
        label={words.productIds}
        isMono
        rows={12}
        value={list}
        onChange={(next) => edit({ list: next })}
        description={words.listCounts(products.length, added, removed)}
        fault={faults.length === 0 ? undefined : faults.join(" ")}
      />
      <Conflict error={faults.length === 0 ? save.error : null} seen={seen} onForce={() => keep(undefined)} />
      <div>
        <Button type="submit" kind="primary" isDisabled={added + removed === 0} isPending={save.isPending}>
          {words.saveList}
        </Button>
      </div>
      <Leaving isLosing={() => isChanged} title={words.leaveAsk} action={words.discardList}>
        {words.wouldBeLost}
      </Leaving>
    </form>
  );
}
