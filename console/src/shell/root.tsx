import { Outlet, useRouter, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { RouterProvider as AriaRouterProvider } from "react-aria-components";
import { isEmbedded } from "../api/embedded.ts";
import { useSessionState } from "../api/session.ts";
import { SignInOverlay } from "../session/sign-in-overlay.tsx";
import { useCommandKeys } from "./commands.ts";

/** Around every page: keys, links of controls, and the sign-in above a page whose session has ended. */
export function Root(): ReactNode {
  useCommandKeys();
  const router = useRouter();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const session = useSessionState();
  return (
    <AriaRouterProvider navigate={(to) => void router.navigate({ to })}>
      <Outlet />
      {session === "signed_out" && !isEmbedded() && !path.endsWith("/sign-in") ? <SignInOverlay /> : null}
    </AriaRouterProvider>
  );
}
