import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { Cause } from "../feeds/cause.tsx";
import { messages } from "../messages/messages.ts";
import { Section } from "../shell/page.tsx";
import { shortId } from "../shell/paths.ts";
import { CatalogText } from "../ui/catalog-text.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { StatusMark } from "../ui/status.tsx";

const words = messages.products;

type FeedOfProduct = ApiAnswer<"products.feeds">[number];
type Variant = FeedOfProduct["variants"][number];

interface VariantsProps {
  readonly shopId: string;
  readonly productId: string;
  readonly feed: FeedOfProduct;
}

/** Every variant of the product as one feed has it. */
export function Variants({ shopId, productId, feed }: VariantsProps): ReactNode {
  const at = { shopId, feedId: shortId(feed.feed_id) };
  const columns: readonly Column<Variant>[] = [
    {
      id: "title",
      label: words.rowTitle,
      cell: ({ id, fields }) => (
        <Link to="/shops/$shopId/products/$productId" params={{ shopId, productId: id }} search={{ feed: at.feedId }}>
          <CatalogText isOneLine>{fields["title"] || id}</CatalogText>
        </Link>
      ),
    },
    { id: "price", label: words.price, isFigure: true, cell: ({ fields }) => fields["price"] || "–" },
    {
      id: "state",
      label: words.state,
      cell: ({ included }) => <StatusMark status={included ? "live" : "idle"}>{included ? words.in : words.out}</StatusMark>,
    },
    {
      id: "why",
      label: words.why,
      cell: ({ reason, cause }) =>
        reason === null ? null : (
          <>
            <CatalogText>{reason}</CatalogText> <Cause cause={cause} at={at} />
          </>
        ),
    },
  ];
  const { variants } = feed;
  return (
    <Section title={words.variantsIn(variants.length, feed.name)}>
      <DataTable label={words.variants} columns={columns} rows={variants} keyOf={({ id }) => id} selected={productId} />
    </Section>
  );
}
