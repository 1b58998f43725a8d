import type { ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "./button.tsx";
import { CopiedText } from "./copied-text.tsx";
import styles from "./overlay.module.css";

interface ShownOnceProps {
  /** Undefined: nothing to show. */
  readonly secret: string | undefined;
  readonly title: string;
  readonly label: string;
  readonly children: ReactNode;
  readonly action: string;
  readonly onClose: () => void;
}

/** A secret that nobody can see again: it's left by its button alone, so that it isn't lost by a click beside it. */
export function ShownOnce({ secret, title, label, children, action, onClose }: ShownOnceProps): ReactNode {
  return (
    <ModalOverlay isOpen={secret !== undefined} isKeyboardDismissDisabled className={styles["overlay"] ?? ""}>
      <Modal className={styles["confirm"] ?? ""}>
        <Dialog role="alertdialog" className={styles["body"] ?? ""}>
          <Heading slot="title">{title}</Heading>
          <div>{children}</div>
          {secret === undefined ? null : <CopiedText text={secret} label={label} />}
          <div className={styles["buttons"]}>
            <Button kind="primary" onPress={onClose}>
              {action}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
