import { type ReactNode, useState } from "react";
import { messages } from "../messages/messages.ts";
import { Button } from "./button.tsx";
import { CatalogText, type Maker } from "./catalog-text.tsx";

const words = messages.ui;

/** What fits in a table's cell without hiding its neighbours. */
const SHOWN = 240;

/** Text of the catalog that may be a whole page: its beginning, and the rest when it's wanted. */
export function LongText({ children, by }: { readonly children: string; readonly by?: Maker }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const ink = by === undefined ? {} : { by };
  if (isWhole || children.length <= SHOWN) return <CatalogText {...ink}>{children}</CatalogText>;
  return (
    <>
      <CatalogText {...ink}>{`${children.slice(0, SHOWN).toWellFormed()}…`}</CatalogText>{" "}
      <Button kind="quiet" onPress={() => setWhole(true)}>
        {words.showAllCharacters(children.length)}
      </Button>
    </>
  );
}
