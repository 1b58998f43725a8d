import { useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useShop } from "../session/who.ts";
import { Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { Time } from "../ui/time.tsx";
import { Accounts } from "./accounts.tsx";
import { type Channel, type ChannelOptions, ChannelState } from "./channel-state.tsx";
import styles from "./channels.module.css";
import { Connect } from "./connect.tsx";
import { Disconnect } from "./disconnect.tsx";

const words = messages.channels;
/** Someone may be signing in, in another tab. */
const PENDING_POLL_MS = 3_000;

/** How the shop stands with the platform, what that means, and what to do. */
export function Connection({ slug }: { readonly slug: string }): ReactNode {
  const known = useApi("channels.get", { path: { slug } });
  const channel = useApi("channels.get", { path: { slug } }, known.data?.status === "pending" ? { pollMs: PENDING_POLL_MS } : {});
  const options = useApi("channels.options", { path: { slug } });
  return (
    <Section title={words.connection}>
      <Returned isPending={channel.data?.status === "pending"} />
      <Answer of={channel} rows={2}>
        {(found) => (
          <Answer of={options} rows={2}>
            {(possible) => <Standing key={found.status} channel={found} options={possible} />}
          </Answer>
        )}
      </Answer>
    </Section>
  );
}

/** What the sign-in came back with. A failure's sentence is the address's, so it's shown as what was said, and as text. */
function Returned({ isPending }: { readonly isPending: boolean }): ReactNode {
  const { status, message } = useSearch({ strict: false });
  if (status === undefined) return null;
  if (status === "failed")
    return (
      <p className={styles["failed"]} role="alert">
        {words.failedSignIn} <CatalogText>{message ?? ""}</CatalogText>
      </p>
    );
  if (status !== "connected" && status !== "choose_account") return null;
  return isPending || status === "connected" ? <p role="status">{words.returned[status]}</p> : null;
}

interface StandingProps {
  readonly channel: Channel;
  readonly options: ChannelOptions;
}

function Standing({ channel, options }: StandingProps): ReactNode {
  const shop = useShop();
  const [isChoosing, setChoosing] = useState(false);
  const { status, display_name: name, account, error, connected_at: at, sync_mode: mode } = channel;
  if (status === "not_connected")
    return (
      <>
        <p className={styles["prose"]}>{words.notConnected(name)}</p>
        <Connect channel={channel} options={options} isFirst />
      </>
    );
  return (
    <div className={styles["standing"]}>
      <p className={styles["line"]}>
        <ChannelState status={status} />
        {account === null ? null : (
          <span>
            <CatalogText>{words.connectedTo(account.name, account.id)}</CatalogText>{" "}
            {at === null ? null : <Time at={at} zone={shop.data?.time_zone} />}
          </span>
        )}
        {mode === null ? null : <span className={styles["quiet"]}>{words.modes[mode]}</span>}
      </p>
      {error === null ? null : (
        <p className={styles["failed"]} role="alert">
          <CatalogText>{error.message}</CatalogText>
        </p>
      )}
      {status === "pending" || isChoosing ? <Accounts channel={channel} onChosen={() => setChoosing(false)} /> : null}
      <div className={styles["buttons"]}>
        {status === "connected" && options.accounts.available && !isChoosing ? (
          <Button onPress={() => setChoosing(true)}>{words.otherAccount}</Button>
        ) : null}
        {status === "connected" && error === null ? null : <Connect channel={channel} options={options} isFirst={false} />}
        <Disconnect channel={channel} />
      </div>
    </div>
  );
}
