import { type ReactNode, type SyntheticEvent, useRef, useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { messages } from "../messages/messages.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { Leaving } from "./leaving.tsx";
import { Confirm } from "./overlay.tsx";
import styles from "./overlay.module.css";
import { RawJson } from "./raw-json.tsx";

const words = messages.ui;
/** Text fields of a form. Selects and checkboxes don't count: it takes no time to choose again. */
const TYPED = "form input:not([type=checkbox], [type=radio], [type=hidden], [hidden]), form textarea";

interface SheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What the drawer shows, where it's an object of the API: its raw JSON is at the end. */
  readonly object?: object | undefined;
  readonly children: ReactNode;
}

/** A form or an object beside the page; on a narrow screen it is the page. It isn't left with something typed in its form unasked. */
export function Sheet({ isOpen, onClose, title, object, children }: SheetProps): ReactNode {
  const content = useRef<HTMLDivElement>(null);
  const [isTyped, setTyped] = useState(false);
  const [isAsking, setAsking] = useState(false);
  if (!isOpen && (isTyped || isAsking)) {
    setTyped(false);
    setAsking(false);
  }
  const note = ({ target }: SyntheticEvent) => {
    if (target instanceof Element && target.closest("form") !== null) setTyped(true);
  };
  // A form that was sent and stays open is blank again.
  const isLosing = () => isTyped && [...(content.current?.querySelectorAll(TYPED) ?? [])].some((field) => hasText(field));
  const close = () => (isLosing() ? setAsking(true) : onClose());
  return (
    <>
      {/* A click beside the sheet doesn't even ask. */}
      <ModalOverlay isOpen={isOpen} onOpenChange={(open) => open || close()} isDismissable={!isTyped} className={styles["overlay"] ?? ""}>
        <Modal className={styles["sheet"] ?? ""}>
          <Dialog className={styles["body"] ?? ""}>
            <div className={styles["head"]}>
              <Heading slot="title">{title}</Heading>
              <Button kind="quiet" aria-label={words.close} onPress={close}>
                <Icon name="x" />
              </Button>
            </div>
            <div ref={content} className={styles["typed"]} onInput={note}>
              {children}
            </div>
            {object === undefined ? null : <RawJson value={object} />}
          </Dialog>
        </Modal>
      </ModalOverlay>
      <Confirm isOpen={isAsking} onClose={() => setAsking(false)} title={words.closeAsk} action={words.discardTyped} onConfirm={onClose}>
        <p>{words.typedIsLost}</p>
      </Confirm>
      <Leaving isLosing={isLosing} title={words.closeAsk} action={words.discardTyped}>
        <p>{words.typedIsLost}</p>
      </Leaving>
    </>
  );
}

function hasText(field: Element): boolean {
  return (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value.trim() !== "";
}
