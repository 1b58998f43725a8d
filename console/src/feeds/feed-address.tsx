import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { CopiedText } from "../ui/copied-text.tsx";
import { useModule } from "../ui/use-module.ts";
import styles from "./feed-page.module.css";

const words = messages.feeds;
const loadQrCode = () => import("../ui/qr-code.tsx");

interface FeedAddressProps {
  readonly feed: ApiAnswer<"feeds.get">;
}

/** Where the feed's file is, to copy or to scan, and what keeps it from being served. */
export function FeedAddress({ feed: { feed_url: url, not_extracted: missing, active } }: FeedAddressProps): ReactNode {
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles["address"]}>
      {url === null ? (
        <p>{words.noFile}</p>
      ) : (
        <div className={styles["url"]}>
          <CopiedText text={url} label={words.feedUrl} />
          <Button kind="quiet" aria-expanded={isShown} onPress={() => setShown(!isShown)}>
            {isShown ? words.hideQr : words.showQr}
          </Button>
        </div>
      )}
      {url !== null && isShown ? <QrOfUrl url={url} /> : null}
      {active ? null : <p>{words.inactive}</p>}
      {missing === null ? null : <p role="alert">{missing}</p>}
    </div>
  );
}

function QrOfUrl({ url }: { readonly url: string }): ReactNode {
  const loaded = useModule(loadQrCode);
  return loaded === undefined ? <p>{messages.ui.loading}</p> : <loaded.QrCode text={url} label={words.qrOfUrl} />;
}
