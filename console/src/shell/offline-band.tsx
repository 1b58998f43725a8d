import { type ReactNode, useSyncExternalStore } from "react";
import { messages } from "../messages/messages.ts";
import styles from "./offline-band.module.css";

const words = messages.shell;

/** Above everything while the browser has no network. Edits stay in the page. */
export function OfflineBand(): ReactNode {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <p className={styles["band"]} role="status">
      {words.offline}
    </p>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
