import { Link, useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useShop } from "../session/who.ts";
import { useCommands } from "../shell/commands.ts";
import { Page, Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { Empty, Fault } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";
import { Attention } from "./attention.tsx";
import { FeedList } from "./feed-list.tsx";

type Overview = ApiAnswer<"shop.overview">;

const words = messages.overview;

/** What needs a person, then how each feed is, then where the catalog stands. */
export function OverviewPage(): ReactNode {
  const { shopId } = useParams({ from: "/shops/$shopId/" });
  const shop = useShop();
  const overview = useApi("shop.overview", {});
  const extract = useChange("extracts.create", { marks: ["extracts.", "shop."] });
  const isExtracting = isUnderWay(overview.data);
  const start = () => extract.mutate({ body: { type: "full" } });
  useCommands(isExtracting ? [] : [{ id: "extract", label: words.extractCatalog, keys: "Ctrl+Enter", group: words.title, run: start }]);
  return (
    <Page
      title={shop.data?.name ?? words.title}
      actions={
        <Button kind="primary" isPending={extract.isPending} isDisabled={isExtracting} onPress={start}>
          {isExtracting ? words.extracting : words.extractNow}
        </Button>
      }
    >
      <Fault error={extract.error} />
      <Answer of={overview}>
        {({ attention, feeds, latest_extract, next_extract_at }) => (
          <>
            <Section title={attention.length === 0 ? words.nothingNeedsAttention : words.needsAttention(attention.length)}>
              <Attention shopId={shopId} items={attention} />
            </Section>
            <Section title={words.feeds}>
              {feeds.length === 0 ? (
                <Empty title={words.noActiveFeed} />
              ) : (
                <FeedList shopId={shopId} feeds={feeds} zone={shop.data?.time_zone} />
              )}
            </Section>
            <Section title={words.catalog}>
              <CatalogLine latest={latest_extract} next={next_extract_at} shop={shop.data} />
              <RecentChanges shopId={shopId} />
            </Section>
          </>
        )}
      </Answer>
    </Page>
  );
}

const WEEK_MS = 7 * 86_400_000;

/** How many changes the audit log has of the last seven days, as the way there. A key that may not read it isn't shown the way. */
function RecentChanges({ shopId }: { readonly shopId: string }): ReactNode {
  // The moment of the first look: a question that moved with the clock would be asked again and again.
  const [from] = useState(() => new Date(Date.now() - WEEK_MS).toISOString());
  const changes = useApi("audit.list", { query: { per_page: 1, from } });
  if (changes.data === undefined) return null;
  return (
    <p>
      <Link to="/shops/$shopId/audit" params={{ shopId }} search={{ span: "week" }}>
        {words.recentChanges(changes.data.meta.total)}
      </Link>
    </p>
  );
}

function isUnderWay(overview: Overview | undefined): boolean {
  const status = overview?.latest_extract?.status;
  return status === "running";
}

interface CatalogLineProps {
  readonly latest: Overview["latest_extract"];
  readonly next: Overview["next_extract_at"];
  readonly shop: ApiAnswer<"shop.get"> | undefined;
}

function CatalogLine({ latest, next, shop }: CatalogLineProps): ReactNode {
  if (latest === null) return <Empty title={words.notExtracted}>{words.notExtractedNext}</Empty>;
  const zone = shop?.time_zone;
  return (
    <p>
      {latest.status === "failed" || latest.status === "cancelled" ? (
        <>
          {words.extractEnded[latest.status]} <LastCatalog at={shop?.last_sync_at} zone={zone} />
        </>
      ) : latest.completed_at === null ? (
        `${words.extractProgress(latest.status, latest.progress)} ${latest.waiting ?? ""}`
      ) : (
        <>
          {words.variantsExtracted(latest.product_count ?? 0)} <Time at={latest.completed_at} zone={zone} />.
        </>
      )}{" "}
      {next === null ? (
        words.noneScheduled
      ) : (
        <>
          {words.nextExtract} <Time at={next} zone={zone} />.
        </>
      )}
    </p>
  );
}

/** What feeds are made from where the latest extract brought nothing. */
function LastCatalog({ at, zone }: { readonly at: string | null | undefined; readonly zone: string | undefined }): ReactNode {
  if (at === undefined) return null;
  if (at === null) return words.noCatalog;
  return (
    <>
      {words.lastGood} <Time at={at} zone={zone} />.
    </>
  );
}
