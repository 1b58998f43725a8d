import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { Page } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { Sentence } from "../ui/sentence.tsx";
import { ProductListForm } from "./product-list-form.tsx";

const words = messages.selection;

type Selection = ApiAnswer<"feeds.selection">;

/** Which of the shop's products the feed is about, before any rule. */
export function SelectionPage(): ReactNode {
  const at = useFeed();
  const selection = useApi("feeds.selection", { path: { id: at.id } });
  const scope = useApi("feeds.scope", { path: { id: at.id } });
  const { included_count: included, total_count: total } = scope.data ?? { included_count: null, total_count: null };
  return (
    <Page title={words.title} facts={included === null || total === null ? null : <span>{words.inFile(included, total)}</span>}>
      <Answer of={selection} rows={2}>
        {(found) => (
          <>
            <p>{said(found)}</p>
            {found.mode === "manual" ? <ProductListForm selection={found} /> : null}
            {found.mode === "all" ? (
              <p>
                <Sentence text={words.toLeaveOut} parts={{ rule: <NewRule /> }} />
              </p>
            ) : null}
          </>
        )}
      </Answer>
    </Page>
  );
}

function said({ mode, collection_title: title, collection_id: id, product_ids: products }: Selection): ReactNode {
  if (mode === "all") return words.all;
  if (mode === "manual") return words.list(products.length);
  return <Sentence text={words.collection} parts={{ title: <CatalogText>{title ?? id ?? ""}</CatalogText> }} />;
}

function NewRule(): ReactNode {
  const { shopId, feedId } = useFeed();
  return (
    <Link to="/shops/$shopId/feeds/$feedId/rules/$ruleId" params={{ shopId, feedId, ruleId: "new" }}>
      {words.excludeRule}
    </Link>
  );
}
