import { Link, useNavigate, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Page, Section } from "../shell/page.tsx";
import { shortId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { CopiedText } from "../ui/copied-text.tsx";
import { Empty, Fault } from "../ui/states.tsx";
import { type Status, StatusMark } from "../ui/status.tsx";
import { CatalogStep } from "./catalog-step.tsx";
import styles from "./start.module.css";

const words = messages.start;

type FeedChannel = ApiAnswer<"feed_channels.list">[number];

/** While the first run of a channel's file is under way. */
const POLL_MS = 2_000;

/** The way from a new shop to a checked feed: its catalog, its channels, what's wrong, its addresses. */
export function StartPage(): ReactNode {
  const { shopId } = useParams({ from: "/shops/$shopId/start" });
  const navigate = useNavigate();
  const overview = useApi("shop.overview", {}, { pollMs: POLL_MS });
  return (
    <Page
      title={words.title}
      actions={
        <Button kind="primary" onPress={() => void navigate({ to: "/shops/$shopId", params: { shopId } })}>
          {words.toOverview}
        </Button>
      }
    >
      <p className={styles["hint"]}>{words.hint}</p>
      <CatalogStep shopId={shopId} />
      <Answer of={overview}>
        {({ feeds: [primary] }) => (primary === undefined ? null : <ChannelSteps shopId={shopId} feedId={shortId(primary.feed_id)} />)}
      </Answer>
    </Page>
  );
}

interface OfFeed {
  readonly shopId: string;
  readonly feedId: string;
}

function ChannelSteps({ shopId, feedId }: OfFeed): ReactNode {
  const assigned = useApi("feed_channels.list", { path: { feed_id: feedId } }, { pollMs: POLL_MS });
  return (
    <>
      <Section title={words.channels} description={words.channelsHint}>
        <Answer of={assigned}>{(own) => <ChannelChoice feedId={feedId} assigned={own.map(({ slug }) => slug)} />}</Answer>
      </Section>
      <Section title={words.problems} description={words.problemsHint}>
        <Answer of={assigned}>
          {(own) => (own.length === 0 ? <Empty title={words.chooseFirst} /> : <Problems channels={own} shopId={shopId} feedId={feedId} />)}
        </Answer>
      </Section>
      <Section title={words.addresses} description={words.addressesHint}>
        <Answer of={assigned}>
          {(own) => (own.length === 0 ? <Empty title={words.chooseFirst} /> : <Addresses channels={own} shopId={shopId} feedId={feedId} />)}
        </Answer>
      </Section>
    </>
  );
}

function ChannelChoice({ feedId, assigned }: { readonly feedId: string; readonly assigned: readonly string[] }): ReactNode {
  const channels = useApi("channels.list", {});
  const assign = useChange("feed_channels.assign", { marks: ["feed_channels.", "channels.", "feeds.", "findings."] });
  const remove = useChange("feed_channels.remove", { marks: ["feed_channels.", "channels.", "feeds.", "findings."] });
  const choose = (slug: ApiAnswer<"channels.list">[number]["slug"], isOn: boolean) => {
    const path = { feed_id: feedId, slug };
    if (isOn) assign.mutate({ path, body: {} });
    else remove.mutate({ path });
  };
  // What is being changed shows its new state at once.
  const isChosen = (slug: string): boolean => {
    if (assign.isPending && assign.variables.path.slug === slug) return true;
    return assigned.includes(slug) && !(remove.isPending && remove.variables.path.slug === slug);
  };
  return (
    <>
      <Answer of={channels} rows={2}>
        {(all) => (
          <div className={styles["choice"]}>
            {all.map(({ slug, display_name: name }) => (
              <Checkbox key={slug} isSelected={isChosen(slug)} onChange={(isOn) => choose(slug, isOn)}>
                {name}
              </Checkbox>
            ))}
          </div>
        )}
      </Answer>
      <Fault error={assign.error ?? remove.error} />
    </>
  );
}

type OfChannels = OfFeed & { readonly channels: readonly FeedChannel[] };

function Problems({ channels, shopId, feedId }: OfChannels): ReactNode {
  return (
    <ul className={styles["list"]}>
      {channels.map(({ slug, display_name: name, findings }) => (
        <li key={slug} className={styles["line"]}>
          <StatusMark status={stateOf(findings)}>{words.found(name, findings)}</StatusMark>
          {findings === null || findings.errors + findings.warnings === 0 ? null : (
            <Link to="/shops/$shopId/feeds/$feedId/channels/$slug/findings" params={{ shopId, feedId, slug }}>
              {words.fixThem(name)}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function stateOf(findings: FeedChannel["findings"]): Status {
  if (findings === null) return "running";
  if (findings.errors > 0) return "failed";
  return findings.warnings > 0 ? "held" : "live";
}

function Addresses({ channels, shopId, feedId }: OfChannels): ReactNode {
  return (
    <ul className={styles["list"]}>
      {channels.map(({ slug, display_name: name, feed_url: url, file }) => (
        <li key={slug} className={styles["line"]}>
          <span className={styles["name"]}>{name}</span>
          {url === null || file === null ? (
            <StatusMark status="running">{words.fileComes}</StatusMark>
          ) : (
            <>
              <CopiedText text={url} label={words.addressOf(name)} />
              <span className={styles["detail"]}>{words.fileIs(file.rows, file.bytes)}</span>
            </>
          )}
          <Link to="/shops/$shopId/feeds/$feedId/channels/$slug" params={{ shopId, feedId, slug }}>
            {words.register(name)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
