import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { ApiError } from "../api/errors.ts";
import { markStale } from "../api/queries.ts";
import { ConflictBand } from "../feeds/conflict.tsx";
import { messages } from "../messages/messages.ts";
import { Fault } from "../ui/states.tsx";
import type { Template } from "./template-text.ts";

const words = messages.templates;

interface TemplateConflictProps {
  readonly error: Error | null;
  readonly template: Template;
  /** The version that the person saw when they began. */
  readonly seen: number | undefined;
  /** Sends the same again, whatever the version is by now. */
  readonly onForce: () => void;
}

/** Why a template wasn't saved. If somebody else has saved it since, it says who did, and how to continue. */
export function TemplateConflict({ error, template, seen, onForce }: TemplateConflictProps): ReactNode {
  const client = useQueryClient();
  const isOvertaken = error instanceof ApiError && error.code === "version_conflict";
  useEffect(() => {
    if (isOvertaken) void markStale(client, ["templates."]);
  }, [client, isOvertaken]);
  if (!isOvertaken) return <Fault error={error} />;
  const newest = template.versions.at(0);
  const isKnown = newest !== undefined && seen !== undefined && newest.version > seen;
  return (
    <ConflictBand said={isKnown ? words.changedBy(newest.created_by, seen, newest.version) : words.someoneChanged} onForce={onForce}>
      <Link to="/org/templates/$templateId" params={{ templateId: String(template.id) }} target="_blank">
        {words.seeTheirs}
      </Link>
    </ConflictBand>
  );
}
