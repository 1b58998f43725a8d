import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { markStale } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { SignInForm } from "./sign-in-form.tsx";
import styles from "./sign-in.module.css";

const words = messages.session;

/** Above a page whose session has ended. What was typed there is still there afterwards. */
export function SignInOverlay(): ReactNode {
  const client = useQueryClient();
  return (
    <ModalOverlay isOpen isKeyboardDismissDisabled className={styles["overlay"] ?? ""}>
      <Modal className={styles["sheet"] ?? ""}>
        <Dialog className={styles["dialog"] ?? ""}>
          <Heading slot="title" level={2}>
            {words.signInAgain}
          </Heading>
          <p className={styles["note"]}>{words.sessionEnded}</p>
          <SignInForm onDone={() => void markStale(client, [""])} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
