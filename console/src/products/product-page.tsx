import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi } from "../api/queries.ts";
import { Cause, useFix } from "../feeds/cause.tsx";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Page, Section } from "../shell/page.tsx";
import { shortId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { classes } from "../ui/classes.ts";
import { LongText } from "../ui/long-text.tsx";
import { CopiedId } from "../ui/copied-id.tsx";
import { Empty } from "../ui/states.tsx";
import { type Status, StatusMark } from "../ui/status.tsx";
import { Overrides } from "./overrides.tsx";
import { ProductTrace } from "./product-trace.tsx";
import styles from "./products.module.css";
import { Variants } from "./variants.tsx";

const words = messages.products;

type Product = ApiAnswer<"products.get">;
type FeedOfProduct = ApiAnswer<"products.feeds">[number];

/** Where a product is in every feed, what decided that, and what made its values. */
export function ProductPage(): ReactNode {
  const { shopId, productId } = useParams({ from: "/shops/$shopId/products/$productId" });
  const product = useApi("products.get", { path: { id: productId } });
  const feeds = useApi("products.feeds", { path: { id: productId }, query: { columns: "title,price,availability" } });
  const { feed: traced } = useSearch({ from: "/shops/$shopId/products/$productId" });
  const ofFeed = feeds.data?.find(({ feed_id: id }) => shortId(id) === traced) ?? feeds.data?.find(({ variants }) => variants.length > 0);
  const out = feeds.data?.find(({ cause }) => cause !== null);
  const fix = useFix(out?.cause ?? null, { shopId, feedId: shortId(out?.feed_id ?? "") });
  useCommands(fix === undefined ? [] : [{ id: "fix", label: words.fix, keys: "Ctrl+Enter", group: words.product, run: fix }]);
  return (
    <Page
      title={product.data?.title || words.product}
      actions={
        fix === undefined ? null : (
          <Button kind="primary" onPress={fix}>
            {words.fix}
          </Button>
        )
      }
    >
      <Answer of={product}>{(found) => <Facts product={found} />}</Answer>
      <Section title={feeds.data === undefined ? words.feeds : words.feedsCounted(feeds.data.length)}>
        <Answer of={feeds} rows={3}>
          {(found) =>
            found.length === 0 ? (
              <Empty title={words.noFeed} />
            ) : (
              <ul className={styles["verdicts"]} aria-label={words.feeds}>
                {found.map((feed) => (
                  <Verdict key={feed.feed_id} shopId={shopId} feed={feed} />
                ))}
              </ul>
            )
          }
        </Answer>
      </Section>
      {feeds.data === undefined || product.data === undefined ? null : (
        <Traced productId={productId} feeds={feeds.data} rowId={product.data.shopify_variant_id ?? shortRow(productId)} />
      )}
      {ofFeed === undefined || ofFeed.variants.length === 0 ? null : <Variants shopId={shopId} productId={productId} feed={ofFeed} />}
      <Answer of={product}>{(found) => <Overrides product={found} />}</Answer>
      <Answer of={product}>{({ source_data: source }) => <SourceValues values={source} />}</Answer>
    </Page>
  );
}

const shortRow = (productId: string): string => productId.replace(/^prod_/, "");

function Facts({ product }: { readonly product: Product }): ReactNode {
  const { image_url: image, sku, vendor, price, currency, status, inventory_quantity: stock } = product;
  const facts = [
    [words.vendor, vendor],
    [words.price, price === null ? null : `${price} ${currency ?? ""}`],
    [words.stock, stock === null ? null : String(stock)],
    [words.inShop, status],
  ] as const;
  return (
    <div className={styles["head"]}>
      <Picture url={image} />
      <dl className={styles["facts"]}>
        <dt>{words.id}</dt>
        <dd>
          <CopiedId id={product.id} label={words.productId} />
        </dd>
        {sku === null || sku === "" ? null : (
          <>
            <dt>{words.sku}</dt>
            <dd>
              <CopiedId id={sku} label={words.sku} />
            </dd>
          </>
        )}
        {facts.map(([label, value]) =>
          value === null || value === "" ? null : (
            <div key={label} style={{ display: "contents" }}>
              <dt>{label}</dt>
              <dd>
                <CatalogText>{value}</CatalogText>
              </dd>
            </div>
          ),
        )}
      </dl>
    </div>
  );
}

/** Over TLS, or from here: the policy permits no other picture. Where there's none to be seen, its address is shown instead. */
function Picture({ url }: { readonly url: string | null }): ReactNode {
  const [missing, setMissing] = useState<string | undefined>();
  if (url === null || url === "") return null;
  const isPermitted = url.startsWith("https://") || url.startsWith(`${location.origin}/`);
  if (!isPermitted || url === missing) return <CatalogText>{url}</CatalogText>;
  return <img className={styles["picture"]} src={url} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setMissing(url)} />;
}

const STATES: Readonly<Record<FeedOfProduct["state"], readonly [Status, string]>> = {
  included: ["live", words.states.included],
  needs_attention: ["held", words.states.needs_attention],
  not_in_feed: ["idle", words.states.not_in_feed],
};

/** In or out of one feed, why, and the way to what decides it. */
function Verdict({ shopId, feed }: { readonly shopId: string; readonly feed: FeedOfProduct }): ReactNode {
  const at = { shopId, feedId: shortId(feed.feed_id) };
  const [status, word] = STATES[feed.state];
  const findings = feed.findings.reduce((sum, { errors, warnings }) => sum + errors + warnings, 0);
  return (
    <li className={styles["verdict"]}>
      <Link to="/shops/$shopId/feeds/$feedId" params={at}>
        {feed.name}
      </Link>
      <StatusMark status={status}>{word}</StatusMark>
      <span>
        {feed.reason === null ? whatText(feed) : <CatalogText>{feed.reason}</CatalogText>}{" "}
        {feed.cause === null ? null : (
          <>
            {"· "}
            <Cause cause={feed.cause} at={at} />
          </>
        )}
        {findings === 0
          ? null
          : ` ${words.findings(findings, feed.findings.flatMap(({ codes }) => codes.map(({ code }) => code)).join(", "))}`}
        {feed.outdated ? ` ${words.outdated}` : ""}
      </span>
      <Link from="/shops/$shopId/products/$productId" to="." search={{ feed: at.feedId }}>
        {words.trace}
      </Link>
    </li>
  );
}

function whatText({ what, rows: { included, total } }: FeedOfProduct): string {
  if (what === "live" || what === "has_findings") return total > 1 ? words.partlyIn(included, total) : "";
  if (what === "run_held") return words.runHeld;
  if (what === "feed_inactive") return words.feedInactive;
  return what.replaceAll("_", " ");
}

interface TracedProps {
  readonly productId: string;
  readonly rowId: string;
  readonly feeds: readonly FeedOfProduct[];
}

function Traced({ feeds, rowId }: TracedProps): ReactNode {
  const { feed } = useSearch({ from: "/shops/$shopId/products/$productId" });
  const navigate = useNavigate({ from: "/shops/$shopId/products/$productId" });
  const chosen = feeds.find(({ feed_id: id }) => shortId(id) === feed);
  if (chosen === undefined) return null;
  return <ProductTrace feedId={chosen.feed_id} feedName={chosen.name} rowId={rowId} onClose={() => void navigate({ search: {} })} />;
}

/** What the shop says, as it came. */
function SourceValues({ values }: { readonly values: Readonly<Record<string, string>> }): ReactNode {
  const given = Object.entries(values).filter(([, value]) => value !== "");
  return (
    <Section title={words.shopSays(given.length)}>
      <dl className={classes(styles["facts"], styles["given"])}>
        {given.map(([name, value]) => (
          <div key={name} style={{ display: "contents" }}>
            <dt>{name}</dt>
            <dd>
              <LongText>{value}</LongText>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
