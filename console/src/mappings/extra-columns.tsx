import { type ReactNode, useState } from "react";
import { ApiError } from "../api/errors.ts";
import { useApi, useChange } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { useSeenVersion } from "../feeds/use-seen-version.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Leaving } from "../ui/leaving.tsx";
import { Empty, Fault } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useEdits } from "../ui/use-edits.ts";
import { MAPPING_MARKS } from "./mapping-marks.ts";
import styles from "./mappings.module.css";

const words = messages.mappings;

/** Columns of one's own, in their order. */
export function ExtraColumns(): ReactNode {
  const { id } = useFeed();
  const columns = useApi("columns.extra", { path: { feed_id: id } });
  return (
    <Answer of={columns} rows={4}>
      {({ extra_columns: names }) => <List kept={names} />}
    </Answer>
  );
}

function List({ kept }: { readonly kept: readonly string[] }): ReactNode {
  const { id } = useFeed();
  const {
    values: { names },
    isChanged,
    set: edit,
    takeBack,
    saved,
  } = useEdits({ names: kept });
  const { version, renew } = useSeenVersion(id);
  const change = useChange("columns.change_extra", { marks: MAPPING_MARKS });
  const set = (next: readonly string[]) => {
    change.reset();
    edit({ names: next });
  };
  const save = () =>
    change.mutate(
      {
        path: { feed_id: id },
        query: version === undefined ? {} : { expected_version: version },
        body: { extra_columns: [...names] },
      },
      {
        onSuccess() {
          renew();
          saved({ names });
        },
      },
    );
  const move = (from: number, by: number) => {
    const [name] = names.slice(from, from + 1);
    if (name !== undefined) set(names.toSpliced(from, 1).toSpliced(from + by, 0, name));
  };
  useCommands(isChanged ? [{ id: "save columns", label: words.extraSave, keys: "Ctrl+Enter", group: words.keys, run: save }] : []);
  const { error } = change;
  const faultAt = (at: number) => (error instanceof ApiError ? error.faultOf(`/extra_columns/${at}`)?.message : undefined);
  const isPlaced = names.some((_, at) => faultAt(at) !== undefined);
  return (
    <Section title={words.extraCount(names.length)} description={words.extraMeans}>
      {names.length === 0 ? (
        <Empty title={words.noExtra}>{words.noExtraNext}</Empty>
      ) : (
        <ol className={styles["extra"]} aria-label={words.parts.extra}>
          {names.map((name, at) => (
            <li key={name}>
              <span className={styles["who"]}>
                <code>{name}</code>
                {faultAt(at) === undefined ? null : <span className={styles["fault"]}>{faultAt(at)}</span>}
              </span>
              <Button kind="quiet" aria-label={words.moveUp(name)} isDisabled={at === 0} onPress={() => move(at, -1)}>
                <Icon name="arrow-up" />
              </Button>
              <Button kind="quiet" aria-label={words.moveDown(name)} isDisabled={at === names.length - 1} onPress={() => move(at, 1)}>
                <Icon name="arrow-down" />
              </Button>
              <Button kind="quiet" aria-label={words.remove(name)} onPress={() => set(names.toSpliced(at, 1))}>
                <Icon name="trash" />
              </Button>
            </li>
          ))}
        </ol>
      )}
      <NewColumn names={names} onAdd={(name) => set([...names, name])} />
      <div className={styles["buttons"]}>
        <Button kind="primary" isDisabled={!isChanged} isPending={change.isPending} onPress={save}>
          {words.extraSave}
        </Button>
        {isChanged ? (
          <Button
            kind="quiet"
            onPress={() => {
              change.reset();
              takeBack();
            }}
          >
            {words.extraUndo}
          </Button>
        ) : null}
      </div>
      {isPlaced ? null : <Fault error={error} />}
      <Leaving isLosing={() => isChanged} placedBy={["part"]} title={words.leaveExtra} action={words.discardExtra}>
        {words.wouldBeLost}
      </Leaving>
    </Section>
  );
}

interface NewColumnProps {
  readonly names: readonly string[];
  readonly onAdd: (name: string) => void;
}

function NewColumn({ names, onAdd }: NewColumnProps): ReactNode {
  const [typed, setTyped] = useState("");
  return (
    <form
      className={styles["filters"]}
      onSubmit={(event) => {
        event.preventDefault();
        const name = typed.trim();
        if (name === "" || names.includes(name)) return;
        onAdd(name);
        setTyped("");
      }}
    >
      <TextField
        label={words.newName}
        isMono
        value={typed}
        onChange={setTyped}
        description={words.nameHint}
        fault={names.includes(typed.trim()) ? words.taken(typed.trim()) : undefined}
      />
      <Button type="submit" isDisabled={typed.trim() === "" || names.includes(typed.trim())}>
        {words.add}
      </Button>
    </form>
  );
}
