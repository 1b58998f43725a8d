import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { signOut } from "../api/session.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";

const words = messages.session;

export function SignOutButton(): ReactNode {
  const navigate = useNavigate();
  const leave = async () => {
    await signOut({ everywhere: false });
    await navigate({ to: "/sign-in" });
  };
  return (
    <Button kind="quiet" onPress={() => void leave()}>
      {words.signOut}
    </Button>
  );
}
