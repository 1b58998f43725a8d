import { type ReactNode, useState } from "react";
import { ApiError } from "../api/errors.ts";
import { useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/states.tsx";
import { type Channel, CHANNEL_MARKS, type ChannelOptions } from "./channel-state.tsx";
import styles from "./channels.module.css";
import { CredentialsForm } from "./credentials-form.tsx";

const words = messages.channels;

interface ConnectProps {
  readonly channel: Channel;
  readonly options: ChannelOptions;
  /** Whether it's the first thing to do here. */
  readonly isFirst: boolean;
}

/** Connects by the platform's sign-in, by credentials, or says what to do where it has neither. */
export function Connect({ channel: { slug, display_name: name }, options, isFirst }: ConnectProps): ReactNode {
  const connect = useChange("channels.connect", { marks: CHANNEL_MARKS });
  const [isLeaving, setLeaving] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const { sign_in: signIn, credentials } = options;
  const leave = async () => {
    const url = await authorizeUrl(connect.mutateAsync, slug);
    if (url === null) return;
    setLeaving(true);
    location.assign(url);
  };
  if (!signIn.available && credentials.schema === null) return <p className={styles["prose"]}>{signIn.instead}</p>;
  return (
    <div className={styles["connect"]}>
      {signIn.available ? (
        <Button
          kind={isFirst ? "primary" : "plain"}
          isPending={connect.isPending || isLeaving}
          onPress={() =>
            void leave().catch(() => {
              // The mutation keeps what went wrong.
            })
          }
        >
          {isFirst ? words.connect(name) : words.connectAgain(name)}
        </Button>
      ) : (
        <p className={styles["prose"]}>{signIn.instead}</p>
      )}
      <Fault error={connect.error} />
      {credentials.schema === null ? null : signIn.available && !isTyping ? (
        <Button kind="quiet" onPress={() => setTyping(true)}>
          {words.useCredentials}
        </Button>
      ) : (
        <CredentialsForm slug={slug} schema={credentials.schema} />
      )}
    </div>
  );
}

type Begin = ReturnType<typeof useChange<"channels.connect">>["mutateAsync"];

/** The consent page, which comes back to this one. Where the service is known by another address than the page's, it shows its own page instead. */
async function authorizeUrl(begin: Begin, slug: string): Promise<string | null> {
  const path = { slug };
  const url = await begin({ path, body: { return_url: `${location.origin}${location.pathname}` } }).catch((thrown: unknown) => {
    if (thrown instanceof ApiError && thrown.param === "/return_url") return begin({ path, body: {} });
    throw thrown;
  });
  const page = url.authorize_url === null ? null : URL.parse(url.authorize_url);
  return page !== null && (page.protocol === "https:" || page.protocol === "http:") ? page.href : null;
}
