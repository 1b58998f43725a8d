import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { countOf, formatCount } from "../messages/format.ts";
import { useShop } from "../session/who.ts";
import { Page, Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { Empty, Fault } from "../ui/states.tsx";
import { statusGlyph } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import { Attention } from "./attention.tsx";
import { FeedList } from "./feed-list.tsx";

type Overview = ApiAnswer<"shop.overview">;

/** What needs a person, then how each feed is, then where the catalog stands. */
export function OverviewPage(): ReactNode {
  const { shopId } = useParams({ from: "/shops/$shopId/" });
  const shop = useShop();
  const overview = useApi("shop.overview", {});
  const extract = useChange("extracts.create", { marks: ["extracts.", "shop."] });
  const waiting = overview.data?.attention.length ?? 0;
  const isExtracting = isUnderWay(overview.data);
  return (
    <Page
      title={shop.data?.name ?? "Overview"}
      state={overview.data === undefined ? undefined : waiting === 0 ? statusGlyph("live") : `${statusGlyph("held")} ${waiting}`}
      actions={
        <Button
          kind="primary"
          isPending={extract.isPending}
          isDisabled={isExtracting}
          onPress={() => extract.mutate({ body: { type: "full" } })}
        >
          {isExtracting ? "Extracting" : "Extract now"}
        </Button>
      }
    >
      <Fault error={extract.error} />
      <Answer of={overview}>
        {({ attention, feeds, latest_extract, next_extract_at }) => (
          <>
            <Section title={attention.length === 0 ? "Nothing needs attention" : `Needs attention (${attention.length})`}>
              <Attention shopId={shopId} items={attention} />
            </Section>
            <Section title="Feeds">
              {feeds.length === 0 ? (
                <Empty title="This shop has no active feed." />
              ) : (
                <FeedList shopId={shopId} feeds={feeds} zone={shop.data?.time_zone} />
              )}
            </Section>
            <Section title="Catalog">
              <CatalogLine latest={latest_extract} next={next_extract_at} zone={shop.data?.time_zone} />
            </Section>
          </>
        )}
      </Answer>
    </Page>
  );
}

function isUnderWay(overview: Overview | undefined): boolean {
  const status = overview?.latest_extract?.status;
  return status === "running";
}

interface CatalogLineProps {
  readonly latest: Overview["latest_extract"];
  readonly next: Overview["next_extract_at"];
  readonly zone: string | undefined;
}

function CatalogLine({ latest, next, zone }: CatalogLineProps): ReactNode {
  if (latest === null)
    return <Empty title="The catalog hasn't been extracted yet.">“Extract now” reads it from the shop; feeds are made from it.</Empty>;
  return (
    <p>
      {latest.completed_at === null ? (
        <>
          Extract {latest.status.replaceAll("_", " ")}, {formatCount(latest.progress)} % done.
        </>
      ) : (
        <>
          {countOf(latest.product_count ?? 0, "product")}, extracted <Time at={latest.completed_at} zone={zone} />.
        </>
      )}{" "}
      {next === null ? (
        "No extract is scheduled."
      ) : (
        <>
          The next extract is <Time at={next} zone={zone} />.
        </>
      )}
    </p>
  );
}
