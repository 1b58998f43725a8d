import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Confirm } from "./overlay.tsx";

interface LeavingProps {
  /** Whether something would be lost on another page, asked when a person leaves. */
  readonly isLosing: () => boolean;
  /** What of the address's search decides what is on the page: another value is another page. */
  readonly placedBy?: readonly string[];
  readonly title: string;
  /** Verb and object. */
  readonly action: string;
  readonly children: ReactNode;
}

interface Place {
  readonly pathname: string;
  readonly search: object;
}

/** Asks before a person leaves the page with something that isn't saved. */
export function Leaving({ isLosing, placedBy = [], title, action, children }: LeavingProps): ReactNode {
  const placeOf = ({ pathname, search }: Place): string =>
    JSON.stringify([pathname, Object.entries(search).filter(([name]) => placedBy.includes(name))]);
  const blocked = useBlocker({
    shouldBlockFn: ({ current, next }) => isLosing() && placeOf(current) !== placeOf(next),
    enableBeforeUnload: isLosing,
    withResolver: true,
  });
  return (
    <Confirm
      isOpen={blocked.status === "blocked"}
      onClose={() => blocked.reset?.()}
      title={title}
      action={action}
      onConfirm={() => blocked.proceed?.()}
    >
      {children}
    </Confirm>
  );
}
