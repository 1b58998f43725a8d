import { type ReactNode, useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { messages } from "../messages/messages.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import styles from "./overlay.module.css";
import { RawJson } from "./raw-json.tsx";
import { Fault } from "./states.tsx";

const words = messages.ui;

interface ConfirmProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** The object, the number, the consequence. */
  readonly children: ReactNode;
  /** Verb and object. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly isPending?: boolean;
  readonly error?: Error | null;
  readonly kind?: "primary" | "danger";
}

/** One decision about what leaves the house or can't be undone. */
export function Confirm({
  isOpen,
  onClose,
  title,
  children,
  action,
  onConfirm,
  isPending = false,
  error = null,
  kind = "danger",
}: ConfirmProps): ReactNode {
  return (
    <ModalOverlay isOpen={isOpen} onOpenChange={(open) => open || onClose()} isDismissable className={styles["overlay"] ?? ""}>
      <Modal className={styles["confirm"] ?? ""}>
        <Dialog role="alertdialog" className={styles["body"] ?? ""}>
          <Heading slot="title">{title}</Heading>
          <div>{children}</div>
          <Fault error={error} />
          <div className={styles["buttons"]}>
            <Button onPress={onClose}>{words.cancel}</Button>
            <Button kind={kind} isPending={isPending} onPress={onConfirm}>
              {action}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface SheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What the drawer shows, where it's an object of the API: its raw JSON is at the end. */
  readonly object?: object | undefined;
  readonly children: ReactNode;
}

/** A form or an object beside the page; on a narrow screen it is the page. */
export function Sheet({ isOpen, onClose, title, object, children }: SheetProps): ReactNode {
  const [isTyped, setTyped] = useState(false);
  if (!isOpen && isTyped) setTyped(false);
  return (
    // A click beside the sheet doesn't throw away what was typed in it.
    <ModalOverlay isOpen={isOpen} onOpenChange={(open) => open || onClose()} isDismissable={!isTyped} className={styles["overlay"] ?? ""}>
      <Modal className={styles["sheet"] ?? ""}>
        <Dialog className={styles["body"] ?? ""}>
          <div className={styles["head"]}>
            <Heading slot="title">{title}</Heading>
            <Button kind="quiet" aria-label={words.close} onPress={onClose}>
              <Icon name="x" />
            </Button>
          </div>
          <div className={styles["typed"]} onInput={() => setTyped(true)}>
            {children}
          </div>
          {object === undefined ? null : <RawJson value={object} />}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
