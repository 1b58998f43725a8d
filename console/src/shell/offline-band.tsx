import { type ReactNode, useSyncExternalStore } from "react";
import styles from "./offline-band.module.css";

/** Above everything while the browser has no network. Edits stay in the page. */
export function OfflineBand(): ReactNode {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (isOnline) return <span />;
  return (
    <p className={styles["band"]} role="status">
      You're offline. What you see may be old; what you typed is kept and can be saved when the connection is back.
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
