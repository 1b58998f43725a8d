import type { ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { messages } from "../messages/messages.ts";
import { Button } from "./button.tsx";
import styles from "./overlay.module.css";
import { Fault } from "./states.tsx";
import { useNewError } from "./use-new-error.ts";

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
          <NewFault error={error} />
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

/** Mounted as long as the dialog is open. */
function NewFault({ error }: { readonly error: Error | null }): ReactNode {
  return <Fault error={useNewError(error)} />;
}
