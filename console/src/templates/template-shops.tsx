import type { ReactNode } from "react";
import { useApi, useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Leaving } from "../ui/leaving.tsx";
import { Select } from "../ui/select.tsx";
import { Fault } from "../ui/states.tsx";
import { useEdits } from "../ui/use-edits.ts";
import { useUnsaved } from "../ui/use-unsaved.ts";
import { type Template, valueIn, valueText } from "./template-text.ts";
import styles from "./templates.module.css";

interface Line {
  readonly shopId: number;
  readonly shop: string;
  /** Undefined: the primary feed. */
  readonly feedId: string | undefined;
  readonly feed: string;
  readonly values: Readonly<Record<string, string>>;
}

interface Lines {
  readonly lines: readonly Line[];
}

const words = messages.templates;
const PER_PAGE = 100;
const NOBODY = "none";

/** A line for each shop and a field for each placeholder, saved as one. */
export function TemplateShops({ template }: { readonly template: Template }): ReactNode {
  const shops = useApi("org.list_shops", { query: { per_page: PER_PAGE } });
  const save = useChange("templates.set_shops", { marks: ["templates."] });
  const edits = useEdits<Lines>({ lines: template.shops.map(lineOf) });
  const { lines } = edits.values;
  const { isUnsaved, note, saved } = useUnsaved(edits.values);
  const change = (next: readonly Line[]) => {
    note();
    edits.set({ lines: next });
  };
  const others = (shops.data?.data ?? []).filter(({ id, status }) => status === "active" && !lines.some(({ shopId }) => shopId === id));
  const nameOf = ({ client_label: label, name, domain }: (typeof others)[number]): string => label ?? name ?? domain;
  const added = (wanted: typeof others): readonly Line[] =>
    wanted.map((shop) => ({ shopId: shop.id, shop: nameOf(shop), feedId: undefined, feed: words.primary, values: {} }));
  const names = template.placeholders.map(({ name }) => name);
  const store = () =>
    save.mutate(
      { path: { template_id: String(template.id) }, body: { shops: lines.map((line) => bodyOf(line, names)) } },
      {
        onSuccess() {
          edits.saved({ lines });
          saved({ lines });
        },
      },
    );
  return (
    <>
      <DataTable
        label={words.shops}
        rows={lines}
        keyOf={({ shopId, feedId }) => `${shopId} ${feedId ?? ""}`}
        columns={[
          { id: "shop", label: words.shop, cell: ({ shop }) => <CatalogText isOneLine>{shop}</CatalogText> },
          { id: "feed", label: words.feed, isExtra: true, cell: ({ feed }) => <CatalogText isOneLine>{feed}</CatalogText> },
          ...template.placeholders.map(({ name, default: value }) => ({
            id: name,
            label: name,
            cell: (line: Line) => (
              <input
                className={styles["value"]}
                aria-label={words.valueOf(name, line.shop)}
                aria-invalid={value === undefined && (line.values[name] ?? "") === ""}
                placeholder={value === undefined ? words.missing : valueText(value)}
                value={line.values[name] ?? ""}
                onChange={({ target }) =>
                  change(lines.map((one) => (one === line ? { ...one, values: { ...one.values, [name]: target.value } } : one)))
                }
              />
            ),
          })),
          {
            id: "remove",
            label: words.leaveOut,
            cell: (line) => (
              <Button kind="quiet" aria-label={words.leaveOutShop(line.shop)} onPress={() => change(lines.filter((one) => one !== line))}>
                {words.leaveOut}
              </Button>
            ),
          },
        ]}
      />
      <div className={styles["bar"]}>
        {others.length === 0 ? null : (
          <>
            <Select
              label={words.add}
              value={NOBODY}
              options={[
                { value: NOBODY, label: words.addWhich },
                ...others.map((shop) => ({ value: String(shop.id), label: nameOf(shop) })),
              ]}
              onChange={(id) => change([...lines, ...added(others.filter((shop) => String(shop.id) === id))])}
            />
            <Button onPress={() => change([...lines, ...added(others)])}>{words.addAll(others.length)}</Button>
          </>
        )}
        <Button isPending={save.isPending} isDisabled={!edits.isChanged} onPress={store}>
          {words.saveShops}
        </Button>
      </div>
      <Fault error={save.error} />
      <Leaving isLosing={() => edits.isChanged && isUnsaved()} title={words.leaveShopsAsk} action={words.discardChanges}>
        {words.wouldBeLost}
      </Leaving>
    </>
  );
}

function lineOf({ shop_id: shopId, shop_name: shop, feed_id: feedId, feed_name: feed, values }: Template["shops"][number]): Line {
  return {
    shopId,
    shop,
    feedId,
    feed,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueText(value)])),
  };
}

/** A placeholder that the document no longer has takes no value. */
function bodyOf({ shopId, feedId, values }: Line, names: readonly string[]) {
  const given = Object.entries(values).filter(([name, text]) => names.includes(name) && text.trim() !== "");
  return {
    shop_id: shopId,
    ...(feedId === undefined ? {} : { feed_id: feedId }),
    values: Object.fromEntries(given.map(([name, text]) => [name, valueIn(text)])),
  };
}
