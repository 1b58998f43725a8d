import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { ApiError } from "../api/errors.ts";
import { useApi, useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/text-field.tsx";
import { Empty, Fault } from "../ui/states.tsx";
import { MAPPING_MARKS } from "./mapping-marks.ts";
import styles from "./mappings.module.css";
import { MetafieldTable, metafieldKey, type MetafieldLine } from "./metafield-table.tsx";

type Answered = ApiAnswer<"metafields.get">;

const words = messages.mappings;

/** The shop's metafields: which are source columns, how many products have them, and which others there are. */
export function Metafields(): ReactNode {
  const metafields = useApi("metafields.get", { query: { include: "available" } });
  return (
    <Answer of={metafields} rows={8}>
      {(found) => <Choice key={JSON.stringify(found.metafields.map(metafieldKey))} found={found} />}
    </Answer>
  );
}

function Choice({ found }: { readonly found: Answered }): ReactNode {
  const lines = linesOf(found);
  const kept = lines.filter(({ isTaken }) => isTaken).map(metafieldKey);
  const [chosen, setChosen] = useState<readonly string[]>(kept);
  const [find, setFind] = useState("");
  const change = useChange("metafields.change", { marks: ["metafields.", ...MAPPING_MARKS] });
  const isChanged = [...chosen].toSorted().join("\n") !== [...kept].toSorted().join("\n");
  const save = () => change.mutate({ body: { metafields: wantedOf(lines, chosen) } });
  useCommands(isChanged ? [{ id: "save metafields", label: words.metafieldsSave, keys: "Ctrl+Enter", group: words.keys, run: save }] : []);
  if (lines.length === 0) return <Empty title={words.noMetafields}>{words.noMetafieldsNext}</Empty>;
  const shown = lines.filter((line) => `${line.namespace}.${line.key}`.toLowerCase().includes(find.trim().toLowerCase()));
  const { error } = change;
  const faultOf = (line: MetafieldLine) => {
    if (!(error instanceof ApiError)) return undefined;
    const at = chosenLines(lines, chosen).findIndex((one) => metafieldKey(one) === metafieldKey(line));
    return at < 0 ? undefined : error.details.find(({ param }) => param.startsWith(`/metafields/${at}`))?.message;
  };
  const isPlaced = lines.some((line) => faultOf(line) !== undefined);
  return (
    <Section
      title={words.parts.metafields}
      description={`${words.metafieldsMean} ${found.takes === "all" ? words.takesAll : words.takesSome(found.metafields.length)}`}
    >
      <div className={styles["filters"]}>
        <TextField label={words.findMetafield} value={find} onChange={setFind} />
      </div>
      <MetafieldTable
        lines={shown}
        chosen={chosen}
        onToggle={(key, on) => {
          change.reset();
          setChosen((old) => (on ? [...old, key] : old.filter((one) => one !== key)));
        }}
        faultOf={faultOf}
      />
      <div className={styles["buttons"]}>
        <Button kind="primary" isDisabled={!isChanged} isPending={change.isPending} onPress={save}>
          {words.metafieldsSave}
        </Button>
        {found.takes === "all" ? null : (
          <Button isPending={change.isPending} onPress={() => change.mutate({ body: { metafields: null } })}>
            {words.metafieldsAll}
          </Button>
        )}
        {isChanged ? (
          <Button kind="quiet" onPress={() => setChosen(kept)}>
            {words.extraUndo}
          </Button>
        ) : null}
      </div>
      {isPlaced ? null : <Fault error={error} />}
      <Blanks blanks={change.data?.blanks ?? []} isSaved={change.isSuccess} />
    </Section>
  );
}

function linesOf({ metafields, available = [] }: Answered): readonly MetafieldLine[] {
  const taken = metafields.map(({ namespace, key, level, column, coverage }) => ({
    ...{ namespace, key, level, column, isTaken: true, withValue: coverage.with_value, total: coverage.total },
    samples: coverage.sample_values,
  }));
  const known = new Set(taken.map(metafieldKey));
  const others = available
    .filter((one) => !known.has(metafieldKey(one)))
    .map(({ namespace, key, level, column, with_value: withValue }) => ({
      ...{ namespace, key, level, column, isTaken: false, withValue, total: null, samples: [] },
    }));
  return [...taken, ...others];
}

function chosenLines(lines: readonly MetafieldLine[], chosen: readonly string[]): readonly MetafieldLine[] {
  return lines.filter((line) => chosen.includes(metafieldKey(line)));
}

function wantedOf(lines: readonly MetafieldLine[], chosen: readonly string[]) {
  return chosenLines(lines, chosen).map(({ namespace, key, level }) => ({ namespace, key, level }));
}

interface BlanksProps {
  readonly blanks: NonNullable<Answered["blanks"]>;
  readonly isSaved: boolean;
}

/** What reads nothing any more, once the choice is saved, and the extract that brings new values. */
function Blanks({ blanks, isSaved }: BlanksProps): ReactNode {
  const extract = useChange("extracts.create", { marks: ["extracts.", "shop."] });
  if (!isSaved) return null;
  return (
    <div role="status" className={styles["saved"]}>
      <p>{words.metafieldsSaved}</p>
      {blanks.length === 0 ? null : (
        <>
          <p>{words.blanks}</p>
          <ul>
            {blanks.map((blank) => (
              <li key={JSON.stringify(blank)}>{words.blankOf(blank.feed_id, blank.feed_column)}</li>
            ))}
          </ul>
        </>
      )}
      <Button isPending={extract.isPending} onPress={() => extract.mutate({ body: { type: "full" } })}>
        {words.extract}
      </Button>
      <Fault error={extract.error} />
    </div>
  );
}
