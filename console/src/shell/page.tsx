import { type ReactNode, use, useEffect, useId } from "react";
import { messages } from "../messages/messages.ts";
import { PageSubject } from "./page-subject.ts";
import styles from "./page.module.css";

const words = messages.shell;

interface PageProps {
  readonly title: string;
  /** What stands before the title in the browser's tab: "● 2". Unless given, the state of the shop or feed around the page. */
  readonly state?: string | undefined;
  /** Next to the title: a status, a few facts. */
  readonly facts?: ReactNode;
  /** The page's one primary button, and quiet ones before it. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page: its name, its one primary action, its sections. */
export function Page({ title, state, facts, actions, children }: PageProps): ReactNode {
  const subject = use(PageSubject);
  const shown = state ?? subject.state;
  useEffect(() => {
    document.title = [shown, title, subject.name === title ? undefined : (subject.name ?? words.product)].filter(Boolean).join(" · ");
  }, [title, shown, subject.name]);
  return (
    <div className={styles["page"]}>
      <header className={styles["header"]}>
        <div className={styles["name"]}>
          <h1>{title}</h1>
          {facts}
        </div>
        <div className={styles["actions"]}>{actions}</div>
      </header>
      {children}
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, description, actions, children }: SectionProps): ReactNode {
  const id = useId();
  return (
    <section className={styles["section"]} aria-labelledby={id}>
      <div className={styles["heading"]}>
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {description === undefined ? null : <p className={styles["description"]}>{description}</p>}
      {children}
    </section>
  );
}
