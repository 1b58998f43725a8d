import { Link, useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useShop } from "../session/who.ts";
import { Page, Section } from "../shell/page.tsx";
import { shortId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { CopiedText } from "../ui/copied-text.tsx";
import { Facts } from "../ui/facts.tsx";
import { Meter } from "../ui/meter.tsx";
import { Confirm } from "../ui/overlay.tsx";
import { ConnectionRequests } from "./connection-requests.tsx";

type Shop = ApiAnswer<"shop.get">;

const words = messages.shopSettings;

/** What the shop is, where its files are, what it keeps, and who else may act for it. */
export function ShopSettingsPage(): ReactNode {
  const shop = useShop();
  return (
    <Page title={words.title}>
      <Answer of={shop}>
        {(found) => (
          <>
            <About shop={found} />
            <FeedToken shop={found} />
            <Section title={words.storage}>
              {found.storage.limit_bytes === null ? (
                <p>{words.storageUsed(found.storage.used_bytes, null)}</p>
              ) : (
                <Meter
                  label={words.storage}
                  text={words.storageUsed(found.storage.used_bytes, found.storage.limit_bytes)}
                  value={found.storage.used_bytes}
                  max={found.storage.limit_bytes}
                />
              )}
            </Section>
          </>
        )}
      </Answer>
      <Metafields />
      <ConnectionRequests />
    </Page>
  );
}

function About({ shop }: { readonly shop: Shop }): ReactNode {
  return (
    <Section title={words.shop} description={words.fromPlatform}>
      <Facts
        facts={[
          [words.name, <CatalogText key="name">{shop.name}</CatalogText>],
          [words.domain, shop.domain],
          [words.language, shop.primary_locale],
          [words.languages, shop.languages.join(", ")],
          [words.currency, shop.currency],
          [words.country, shop.country],
          [words.zone, shop.time_zone],
        ]}
      />
    </Section>
  );
}

function FeedToken({ shop }: { readonly shop: Shop }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const rotate = useChange("shop.rotate_feed_token", { marks: ["shop.", "feeds."] });
  return (
    <Section
      title={words.token}
      description={words.tokenIs}
      actions={
        <Button kind="danger" onPress={() => setAsking(true)}>
          {words.rotate}
        </Button>
      }
    >
      <p>
        {words.address}: {shop.feed_url === null ? words.noAddress : <CopiedText text={shop.feed_url} label={words.address} />}
      </p>
      {rotate.data === undefined ? null : <p role="status">{words.rotated}</p>}
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.rotateTitle}
        action={words.rotate}
        isPending={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate({ body: {} }, { onSuccess: () => setAsking(false) })}
      >
        <p>{words.rotateBody}</p>
      </Confirm>
    </Section>
  );
}

function Metafields(): ReactNode {
  const { shopId } = useParams({ from: "/shops/$shopId/settings" });
  const overview = useApi("shop.overview", {});
  const [feed] = overview.data?.feeds ?? [];
  const metafields = useApi("metafields.get", {});
  return (
    <Section title={words.metafields}>
      <Answer of={metafields} rows={2}>
        {({ takes, metafields: all }) => (
          <>
            <p>
              {all.length === 0
                ? words.metafieldsNone
                : takes === "all"
                  ? words.metafieldsAll(all.length)
                  : words.metafieldsListed(all.length)}
            </p>
            <p>
              <CatalogText>{all.map(({ column }) => column).join(", ")}</CatalogText>
            </p>
          </>
        )}
      </Answer>
      {feed === undefined ? null : (
        <p>
          <Link
            to="/shops/$shopId/feeds/$feedId/mappings"
            params={{ shopId, feedId: shortId(feed.feed_id) }}
            search={{ part: "metafields" }}
          >
            {words.metafieldsChoose}
          </Link>
        </p>
      )}
    </Section>
  );
}
