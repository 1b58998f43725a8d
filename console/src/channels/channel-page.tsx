import { Link, useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useApi, useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Page, Section } from "../shell/page.tsx";
import { shortId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Fault } from "../ui/states.tsx";
import { StatusMark } from "../ui/status.tsx";
import { type AssignedFeed, useAssignedFeeds } from "./assigned-feeds.ts";
import { ASSIGNMENT_MARKS, ChannelState } from "./channel-state.tsx";
import styles from "./channels.module.css";
import { Connection } from "./connection.tsx";
import { UnknownChannel } from "./unknown-channel.tsx";

const words = messages.channels;

/** A channel for the whole shop: its connection, and the feeds that go to it. */
export function ChannelPage(): ReactNode {
  const { shopId, slug } = useParams({ from: "/shops/$shopId/channels/$slug" });
  const channels = useApi("channels.list", {});
  const channel = channels.data?.find((one) => one.slug === slug);
  if (channels.data !== undefined && channel === undefined)
    return (
      <UnknownChannel slug={slug}>
        <Link to="/shops/$shopId/channels" params={{ shopId }}>
          {words.allChannels}
        </Link>
      </UnknownChannel>
    );
  return (
    <Page title={channel?.display_name ?? words.channel} facts={channel === undefined ? null : <ChannelState status={channel.status} />}>
      <Answer of={channels} rows={2}>
        {() => <Connection slug={slug} />}
      </Answer>
      <Assigning shopId={shopId} slug={slug} />
    </Page>
  );
}

interface AssigningProps {
  readonly shopId: string;
  readonly slug: string;
}

function Assigning({ shopId, slug }: AssigningProps): ReactNode {
  const feeds = useAssignedFeeds();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const assign = useChange("feed_channels.assign", { marks: ASSIGNMENT_MARKS });
  const wanted = (feeds.data ?? []).filter(({ id, channels }) => chosen.has(id) && !channels.some((one) => one.slug === slug));
  const submit = async () => {
    for (const { id } of wanted) await assign.mutateAsync({ path: { feed_id: id, slug }, body: {} });
    setChosen(new Set());
  };
  const send = () =>
    void submit().catch(() => {
      // The mutation keeps what went wrong.
    });
  useCommands(wanted.length === 0 ? [] : [{ id: "assign", label: words.assignFeeds, keys: "Ctrl+Enter", group: words.keys, run: send }]);
  const toggle = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <Section title={words.feeds} description={words.assignMeans}>
      <Answer of={feeds} rows={3}>
        {(found) => (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              send();
            }}
          >
            <ul className={styles["feeds"]} aria-label={words.feeds}>
              {found.map((feed) => (
                <FeedLine key={feed.id} {...{ shopId, slug, feed }} isChosen={chosen.has(feed.id)} onToggle={(on) => toggle(feed.id, on)} />
              ))}
            </ul>
            <div className={styles["buttons"]}>
              <Button type="submit" kind="primary" isDisabled={wanted.length === 0} isPending={assign.isPending}>
                {words.assignCount(wanted.length)}
              </Button>
              <Fault error={assign.error} />
            </div>
          </form>
        )}
      </Answer>
    </Section>
  );
}

interface FeedLineProps extends AssigningProps {
  readonly feed: AssignedFeed;
  readonly isChosen: boolean;
  readonly onToggle: (isChosen: boolean) => void;
}

function FeedLine({ shopId, slug, feed: { id, name, channels }, isChosen, onToggle }: FeedLineProps): ReactNode {
  const assigned = channels.find((one) => one.slug === slug);
  if (assigned === undefined)
    return (
      <li>
        <Checkbox isSelected={isChosen} onChange={onToggle}>
          {name}
        </Checkbox>
      </li>
    );
  return (
    <li>
      <StatusMark status="live">{words.isAssigned(name)}</StatusMark>
      <Link to="/shops/$shopId/feeds/$feedId/channels/$slug" params={{ shopId, feedId: shortId(id), slug }}>
        {words.openFeed(name)}
      </Link>
    </li>
  );
}
