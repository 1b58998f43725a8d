import { type ReactNode, useEffect, useState } from "react";
import { messages } from "../messages/messages.ts";
import { Icon } from "../ui/icon.tsx";
import { Brand } from "./brand.tsx";
import styles from "./frame.module.css";
import { OfflineBand } from "./offline-band.tsx";
import { Palette } from "./palette.tsx";

interface FrameLayoutProps {
  /** `close` hides the sheet that the rail is where there is little room. */
  readonly rail: (close: () => void) => ReactNode;
  readonly path: ReactNode;
  readonly children: ReactNode;
}

const words = messages.shell;

/** The rail on the left, the path above, the page. */
export function FrameLayout({ rail, path, children }: FrameLayoutProps): ReactNode {
  return (
    <div className={styles["frame"]}>
      <a href="#content" className={styles["skip"]}>
        {words.skip}
      </a>
      <Sidebar>{rail}</Sidebar>
      <div className={styles["main"]}>
        <OfflineBand />
        <div className={styles["path"]}>
          {path}
          <Palette />
        </div>
        <main id="content" tabIndex={-1} className={styles["content"]}>
          {children}
        </main>
      </div>
    </div>
  );
}

/** Beside the page where there is room; a sheet that a button opens where there isn't. */
function Sidebar({ children }: { readonly children: FrameLayoutProps["rail"] }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.key === "Escape") close();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isOpen]);
  return (
    <>
      <header className={styles["bar"]}>
        <button type="button" className={styles["menu"]} aria-expanded={isOpen} aria-controls="rail" onClick={() => setOpen(!isOpen)}>
          <Icon name={isOpen ? "x" : "menu"} />
          <span className="visually-hidden">{isOpen ? words.closeMenu : words.openMenu}</span>
        </button>
        <Brand />
      </header>
      <div id="rail" className={styles["rail"]} data-open={isOpen}>
        {children(close)}
      </div>
    </>
  );
}
