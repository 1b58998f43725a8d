import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { Confirm } from "../ui/overlay.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Empty, Fault } from "../ui/states.tsx";
import type { Channel } from "./channel-state.tsx";
import styles from "./channels.module.css";
import { DatafeedForm } from "./datafeed-form.tsx";
import { DatafeedStatus } from "./datafeed-status.tsx";

export type Datafeed = ApiAnswer<"datafeeds.list">[number];

const words = messages.channels;
const POLL_MS = 1_500;

/** What opens over the list. */
type Opened = { readonly kind: "new" } | { readonly kind: "edit" | "status" | "delete"; readonly datafeed: Datafeed };

/** Registrations of the feed's file with the platform: when it's fetched, what came of it, and asking for it now. */
export function Datafeeds({ channel }: { readonly channel: Channel }): ReactNode {
  const { id } = useFeed();
  const { slug, display_name: name, status } = channel;
  const options = useApi("channels.options", { path: { slug } });
  const known = useApi("datafeeds.list", { path: { slug } });
  // A registration is on its way to the platform.
  const isMoving = status === "connected" && known.data?.some((one) => one.feed_id === id && one.datafeed_id === null) === true;
  const datafeeds = useApi("datafeeds.list", { path: { slug } }, isMoving ? { pollMs: POLL_MS } : {});
  const [opened, setOpened] = useState<Opened | undefined>();
  const close = () => setOpened(undefined);
  const ability = options.data?.datafeeds;
  if (ability === undefined) return null;
  if (!ability.available)
    return (
      <Section title={words.registrations}>
        <p className={styles["prose"]}>{ability.instead}</p>
      </Section>
    );
  const isConnected = status === "connected" || status === "error";
  return (
    <Section
      title={words.registrations}
      description={isConnected ? words.registrationsMean(name) : words.registrationsFirst(name)}
      actions={isConnected ? <Button onPress={() => setOpened({ kind: "new" })}>{words.register}</Button> : null}
    >
      <Answer of={datafeeds} rows={2}>
        {(found) => {
          const own = found.filter((one) => one.feed_id === id);
          if (own.length === 0) return isConnected ? <Empty title={words.noRegistration(name)}>{words.noRegistrationNext}</Empty> : null;
          return (
            <ul className={styles["registrations"]} aria-label={words.registrations}>
              {own.map((datafeed) => (
                <Registration key={datafeed.id} datafeed={datafeed} slug={slug} onOpen={setOpened} />
              ))}
            </ul>
          );
        }}
      </Answer>
      <Over channel={channel} opened={opened} onClose={close} />
    </Section>
  );
}

interface OverProps {
  readonly channel: Channel;
  readonly opened: Opened | undefined;
  readonly onClose: () => void;
}

function Over({ channel, opened, onClose }: OverProps): ReactNode {
  if (opened === undefined) return null;
  const { slug } = channel;
  if (opened.kind === "new")
    return (
      <Sheet isOpen onClose={onClose} title={words.register}>
        <DatafeedForm slug={slug} datafeed={undefined} onDone={onClose} />
      </Sheet>
    );
  const { kind, datafeed } = opened;
  if (kind === "delete") return <DeleteDatafeed channel={channel} datafeed={datafeed} onDone={onClose} />;
  return (
    <Sheet isOpen onClose={onClose} title={words.registrationOf(words[kind], datafeed.datafeed_name)} object={datafeed}>
      {kind === "edit" ? (
        <DatafeedForm slug={slug} datafeed={datafeed} onDone={onClose} />
      ) : (
        <DatafeedStatus slug={slug} datafeed={datafeed} />
      )}
    </Sheet>
  );
}

interface RegistrationProps {
  readonly datafeed: Datafeed;
  readonly slug: string;
  readonly onOpen: (opened: Opened) => void;
}

function Registration({ datafeed, slug, onOpen }: RegistrationProps): ReactNode {
  const { id, datafeed_name: name, targets, hour, time_zone: zone, datafeed_id: remote } = datafeed;
  const fetchNow = useChange("datafeeds.fetch", { marks: ["datafeeds.", "platform_issues."] });
  return (
    <li>
      <span className={styles["who"]}>
        <CatalogText>{name}</CatalogText>
        <span className={styles["quiet"]}>
          {[targets.map(({ country, language }) => `${country}/${language}`).join(", "), words.hourOf(hour, zone)].join(" · ")}
        </span>
        <span className={styles["small"]}>{remote === null ? words.notRegistered : <code>{remote}</code>}</span>
        {fetchNow.isSuccess ? <span role="status">{words.asked}</span> : null}
        <Fault error={fetchNow.error} />
      </span>
      <span className={styles["buttons"]}>
        <Button
          aria-label={words.registrationOf(words.fetchNow, name)}
          isDisabled={remote === null}
          isPending={fetchNow.isPending}
          onPress={() => fetchNow.mutate({ path: { slug, id: String(id) } })}
        >
          {words.fetchNow}
        </Button>
        <Button kind="quiet" aria-label={words.registrationOf(words.status, name)} onPress={() => onOpen({ kind: "status", datafeed })}>
          {words.status}
        </Button>
        <Button kind="quiet" aria-label={words.registrationOf(words.edit, name)} onPress={() => onOpen({ kind: "edit", datafeed })}>
          {words.edit}
        </Button>
        <Button kind="quiet" aria-label={words.registrationOf(words.delete, name)} onPress={() => onOpen({ kind: "delete", datafeed })}>
          {words.delete}
        </Button>
      </span>
    </li>
  );
}

interface DeleteDatafeedProps {
  readonly channel: Channel;
  readonly datafeed: Datafeed;
  readonly onDone: () => void;
}

function DeleteDatafeed({ channel: { slug, display_name: platform }, datafeed, onDone }: DeleteDatafeedProps): ReactNode {
  const remove = useChange("datafeeds.delete", { marks: ["datafeeds.", "platform_issues."] });
  return (
    <Confirm
      isOpen
      onClose={onDone}
      title={words.deleteAsk(datafeed.datafeed_name)}
      action={words.deleteNow}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ path: { slug, id: String(datafeed.id) } }, { onSuccess: onDone })}
    >
      {words.deleteMeans(platform)}
    </Confirm>
  );
}
