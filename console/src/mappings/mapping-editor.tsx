import sides from "../ui/sides.module.css";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { ApiError } from "../api/errors.ts";
import { RuleLink } from "../feeds/cause.tsx";
import { FeedPreview } from "../feeds/feed-preview.tsx";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Leaving } from "../ui/leaving.tsx";
import { Fault } from "../ui/states.tsx";
import { useUnsaved } from "../ui/use-unsaved.ts";
import type { MappedColumn } from "./columns-of-feed.ts";
import { type MappingDraft, MappingFields, useMappingDraft } from "./mapping-draft.tsx";
import styles from "./mappings.module.css";
import { useMappingChange } from "./use-mapping-change.ts";

const words = messages.mappings;
/** The parts of the address that decide which column is edited. If one changes, the editor starts over. */
const PLACED_BY = ["part", "column"];

interface MappingEditorProps {
  readonly column: MappedColumn;
  readonly sources: readonly { readonly name: string; readonly type: string }[];
  readonly onClose: () => void;
}

/** What a column reads: a source column, an expression or nothing, with what the change would do before it's saved. */
export function MappingEditor({ column, sources, onClose }: MappingEditorProps): ReactNode {
  const { name, reads, byDefault, profile, marks } = column;
  const draft = useMappingDraft(reads);
  const { wanted } = draft;
  const isChanged = wanted !== undefined && wanted !== reads;
  const { isUnsaved, note, saved } = useUnsaved(wanted);
  const change = useMappingChange(name, isChanged ? wanted : undefined, saved);
  const noted: MappingDraft = {
    ...draft,
    change(part) {
      note();
      draft.change(part);
    },
    take(next) {
      note();
      draft.take(next);
    },
  };
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useCommands(
    isChanged
      ? [{ id: "save mapping", label: words.saveAndRun, keys: "Ctrl+Enter", group: words.keys, run: () => change.save(wanted, true) }]
      : [],
  );
  return (
    <section
      className={sides["panel"]}
      aria-label={words.editorOf(name)}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onClose();
      }}
    >
      <header className={sides["head"]}>
        <h2 ref={heading} tabIndex={-1}>
          {words.editorOf(name)}
        </h2>
        <Button kind="quiet" aria-label={words.close} onPress={onClose}>
          <Icon name="x" />
        </Button>
      </header>
      {marks.length === 0 ? null : (
        <ul className={styles["requires"]} aria-label={words.requirement}>
          {marks.map(({ channel, requirement, condition }) => (
            <li key={channel}>{words.requires(channel, words.marks[requirement], condition)}</li>
          ))}
        </ul>
      )}
      <MappingFields draft={noted} column={name} sources={sources} faults={change.faults} />
      {name === "id" && isChanged ? <p className={styles["warning"]}>{words.idWarning}</p> : null}
      <Saving column={column} draft={noted} change={change} isChanged={isChanged} />
      <p className={styles["quiet"]}>{words.defaultIs(byDefault ?? words.nothing)}</p>
      <Refused error={change.error} onForce={() => change.save(wanted, true, true)} />
      <Effect change={change} isChanged={isChanged} />
      <WrittenBy rules={profile?.written_by ?? []} />
      <Leaving isLosing={() => wanted !== reads && isUnsaved()} placedBy={PLACED_BY} title={words.leaveAsk} action={words.discardMapping}>
        {words.wouldBeLost}
      </Leaving>
    </section>
  );
}

interface SavingProps extends EffectProps {
  readonly column: MappedColumn;
  readonly draft: MappingDraft;
}

function Saving({ column: { isDefault, byDefault }, draft: { wanted, take }, change, isChanged }: SavingProps): ReactNode {
  const { isPending, save } = change;
  return (
    <div className={styles["buttons"]}>
      <Button kind="primary" keys="Ctrl Enter" isDisabled={!isChanged} isPending={isPending} onPress={() => save(wanted, true)}>
        {words.saveAndRun}
      </Button>
      <Button isDisabled={!isChanged} isPending={isPending} onPress={() => save(wanted, false)}>
        {words.save}
      </Button>
      {isDefault && !isChanged ? null : (
        <Button kind="quiet" onPress={() => take(byDefault)}>
          {words.reset}
        </Button>
      )}
    </div>
  );
}

interface EffectProps {
  readonly change: ReturnType<typeof useMappingChange>;
  readonly isChanged: boolean;
}

function Effect({ change: { preview, faults, isStale }, isChanged }: EffectProps): ReactNode {
  if (!isChanged) return null;
  if (preview === undefined) return <p className={styles["quiet"]}>{faults.length === 0 ? words.counting : words.complete}</p>;
  return <FeedPreview preview={preview} by="mapping" isStale={isStale} />;
}

/** Rules come after mappings, so a mapping isn't the last word on a column. */
function WrittenBy({ rules }: { readonly rules: readonly string[] }): ReactNode {
  const at = useFeed();
  if (rules.length === 0) return null;
  return (
    <p className={styles["links"]}>
      {words.by(rules.length)}{" "}
      {rules.map((rule) => (
        <RuleLink key={rule} rule={rule} at={at} />
      ))}
    </p>
  );
}

function Refused({ error, onForce }: { readonly error: Error | null; readonly onForce: () => void }): ReactNode {
  const { shopId, feedId } = useFeed();
  if (!(error instanceof ApiError) || error.code !== "version_conflict") return <Fault error={error} />;
  return (
    <div className={styles["stale"]} role="alert">
      <span>{words.stale}</span>
      <Link to="/shops/$shopId/feeds/$feedId/versions" params={{ shopId, feedId }}>
        {words.seeChange}
      </Link>
      <Button onPress={onForce}>{words.onTop}</Button>
    </div>
  );
}
