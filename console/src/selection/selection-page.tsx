import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { countOf, formatCount } from "../messages/format.ts";
import { Page } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { ProductListForm } from "./product-list-form.tsx";

type Selection = ApiAnswer<"feeds.selection">;

/** Which of the shop's products the feed is about, before any rule. */
export function SelectionPage(): ReactNode {
  const at = useFeed();
  const selection = useApi("feeds.selection", { path: { id: at.id } });
  const scope = useApi("feeds.scope", { path: { id: at.id } });
  const { included_count: included, total_count: total } = scope.data ?? { included_count: null, total_count: null };
  return (
    <Page
      title="Selection"
      facts={included === null || total === null ? null : <span>{`${formatCount(included)} of ${countOf(total, "row")} in the file`}</span>}
    >
      <Answer of={selection} rows={2}>
        {(found) => (
          <>
            <p>{said(found)}</p>
            {found.mode === "manual" ? <ProductListForm key={found.product_ids.join()} selection={found} /> : null}
            {found.mode === "all" ? (
              <p>
                To leave products out, write an{" "}
                <Link to="/shops/$shopId/feeds/$feedId/rules/$ruleId" params={{ shopId: at.shopId, feedId: at.feedId, ruleId: "new" }}>
                  exclude rule
                </Link>
                .
              </p>
            ) : null}
          </>
        )}
      </Answer>
    </Page>
  );
}

function said({ mode, collection_title: title, collection_id: id, product_ids: products }: Selection): ReactNode {
  if (mode === "all") return "This feed has all products of the shop.";
  if (mode === "manual") return `This feed has a list of ${countOf(products.length, "product")}.`;
  return (
    <>
      This feed has the products of the collection <CatalogText>{title ?? id ?? ""}</CatalogText>. The collection was chosen when the feed
      was made.
    </>
  );
}
