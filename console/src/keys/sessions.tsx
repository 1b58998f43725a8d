import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { send } from "../api/client.ts";
import { ApiError, type NetworkError } from "../api/errors.ts";
import { signOut } from "../api/session.ts";
import { messages } from "../messages/messages.ts";
import { Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Confirm } from "../ui/overlay.tsx";
import { Time } from "../ui/time.tsx";
import { promised } from "../unsafe.ts";

/** `GET /sessions`: the console's own door, as `GET /session` is. */
interface OpenSession {
  readonly id: number;
  readonly created_at: string;
  readonly expires_at: string;
  readonly current: boolean;
}

const words = messages.keys;

/** Where the key of this session is signed in. */
export function Sessions(): ReactNode {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const sessions = useQuery<readonly OpenSession[], ApiError | NetworkError>({
    queryKey: ["sessions.list"],
    queryFn: async ({ signal }) => {
      const response = await send("/sessions", { signal });
      const text = await response.text();
      if (!response.ok) throw ApiError.of(response, text);
      return promised<{ readonly data: readonly OpenSession[] }>(JSON.parse(text)).data;
    },
  });
  const leave = async () => {
    setLeaving(true);
    try {
      await signOut({ everywhere: true });
      await navigate({ to: "/sign-in" });
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : null);
      setLeaving(false);
    }
  };
  return (
    <Section
      title={words.sessions(sessions.data?.length)}
      description={words.sessionsHint}
      actions={
        <Button kind="quiet" onPress={() => setAsking(true)}>
          {words.signOutEverywhere}
        </Button>
      }
    >
      <Answer of={sessions} rows={2}>
        {(open) => (
          <DataTable
            label={words.sessionsLabel}
            rows={open}
            keyOf={({ id }) => String(id)}
            columns={[
              { id: "which", label: words.sessionColumn.which, cell: ({ current }) => (current ? words.thisBrowser : words.otherBrowser) },
              { id: "began", label: words.sessionColumn.began, cell: ({ created_at: at }) => <Time at={at} /> },
              { id: "ends", label: words.sessionColumn.ends, cell: ({ expires_at: at }) => <Time at={at} /> },
            ]}
          />
        )}
      </Answer>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.signOutTitle}
        action={words.signOutEverywhere}
        isPending={isLeaving}
        error={error}
        onConfirm={() => void leave()}
      >
        <p>{words.signOutBody(sessions.data?.length ?? 1)}</p>
      </Confirm>
    </Section>
  );
}
