import { type ReactNode, useState } from "react";
import type { ApiAnswer, ApiRequest } from "../api/client.ts";
import { ApiError } from "../api/errors.ts";
import { useChange } from "../api/queries.ts";
import { Conflict } from "../feeds/conflict.tsx";
import { useFeed } from "../feeds/use-feed.ts";
import { useSeenVersion } from "../feeds/use-seen-version.ts";
import { formatCount } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Section } from "../shell/page.tsx";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Leaving } from "../ui/leaving.tsx";
import { Select } from "../ui/select.tsx";
import { TextField } from "../ui/text-field.tsx";
import { differing, useEdits } from "../ui/use-edits.ts";
import { CHOICES, FLAGS } from "./setting-words.ts";
import styles from "./settings.module.css";

const words = messages.settings;

type Settings = ApiAnswer<"settings.get">;
type Change = NonNullable<ApiRequest<"settings.change">["body"]>;
type Preview = Extract<ApiAnswer<"settings.change">, { readonly object: "feed_preview" }>;

const MARKS = ["settings.", "feeds.", "config.", "shop."] as const;

interface SettingsFormProps {
  readonly settings: Settings;
  readonly isMarket: boolean;
}

/** The settings as one form. What a change would do to the rows is shown before it's saved. */
export function SettingsForm({ settings, isMarket }: SettingsFormProps): ReactNode {
  const { id } = useFeed();
  const { values: wanted, isChanged, set: edit, takeBack, saved } = useEdits(settings);
  const { version, renew } = useSeenVersion(id);
  const preview = useChange("settings.change");
  const save = useChange("settings.change", { marks: MARKS });
  // Only what differs: the rest stays as somebody else may have set it meanwhile.
  const change: Change = differing(wanted, settings);
  const path = { feed_id: id };
  const set = (part: Partial<Settings>) => {
    preview.reset();
    edit(part);
  };
  const look = () => preview.mutate({ path, body: { ...change, preview: true } });
  const afterSave = () => {
    renew();
    saved(wanted);
  };
  const keep = (expected?: number) =>
    save.mutate({ path, query: expected === undefined ? {} : { expected_version: expected }, body: change }, { onSuccess: afterSave });
  useCommands([{ id: "save settings", label: words.save, keys: "Ctrl+Enter", group: words.title, run: () => keep(version) }]);
  const refused = preview.error ?? save.error;
  const faultOf = (name: string) => (refused instanceof ApiError ? refused.faultOf(`/${name}`)?.message : undefined);
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        keep(version);
      }}
    >
      <Section title={words.howRowsAreMade}>
        {CHOICES.map(({ name, label, options }) => (
          <div key={name} id={name}>
            <Select
              label={label}
              value={wanted[name]}
              options={options}
              onChange={(value) => set({ [name]: value })}
              fault={faultOf(name)}
            />
          </div>
        ))}
        {FLAGS.map(({ name, label }) => (
          <div key={name} id={name}>
            <Checkbox isSelected={wanted[name]} onChange={(value) => set({ [name]: value })}>
              {label}
            </Checkbox>
          </div>
        ))}
        {isMarket ? (
          <TextField
            label={words.currency}
            value={wanted.market_currency ?? ""}
            onChange={(value) => set({ market_currency: value === "" ? null : value })}
            fault={faultOf("market_currency")}
            description={words.currencyHint}
          />
        ) : null}
      </Section>
      <Guard
        guard={wanted.publish_guard}
        onChange={(publish_guard) => set({ publish_guard })}
        faultOf={(name) => faultOf(`publish_guard/${name}`)}
      />
      <Conflict error={refused} seen={version} onForce={() => keep()} />
      <div className={styles["buttons"]}>
        <Button isDisabled={!isChanged} isPending={preview.isPending} onPress={look}>
          {words.preview}
        </Button>
        <Button type="submit" kind="primary" isDisabled={!isChanged} isPending={save.isPending}>
          {words.saveSettings}
        </Button>
        {isChanged ? (
          <Button
            kind="quiet"
            onPress={() => {
              preview.reset();
              takeBack();
            }}
          >
            {words.takeBack}
          </Button>
        ) : null}
      </div>
      {preview.data?.object === "feed_preview" ? <Effect preview={preview.data} /> : null}
      <LeavingUnsaved isChanged={isChanged} />
    </form>
  );
}

function LeavingUnsaved({ isChanged }: { readonly isChanged: boolean }): ReactNode {
  return (
    <Leaving isLosing={() => isChanged} title={words.leaveAsk} action={words.discardSettings}>
      {words.wouldBeLost}
    </Leaving>
  );
}

type PublishGuard = Settings["publish_guard"];

interface GuardProps {
  readonly guard: PublishGuard;
  readonly onChange: (guard: PublishGuard) => void;
  readonly faultOf: (name: string) => string | undefined;
}

function Guard({ guard, onChange, faultOf }: GuardProps): ReactNode {
  const setGuard = (part: Partial<PublishGuard>) => onChange({ ...guard, ...part });
  return (
    <Section title={words.guard} description={words.guardHint}>
      <Checkbox isSelected={guard.enabled} onChange={(enabled) => setGuard({ enabled })}>
        {words.guardOn}
      </Checkbox>
      <GuardField
        label={words.maxDrop}
        value={guard.max_drop_percent}
        onChange={(value) => setGuard({ max_drop_percent: value })}
        fault={faultOf("max_drop_percent")}
      />
      <GuardField
        label={words.maxIdChange}
        value={guard.max_id_change_percent}
        onChange={(value) => setGuard({ max_id_change_percent: value })}
        fault={faultOf("max_id_change_percent")}
      />
      <GuardField
        label={words.maxPriceFactor}
        value={guard.max_price_factor}
        onChange={(value) => setGuard({ max_price_factor: value })}
        fault={faultOf("max_price_factor")}
      />
    </Section>
  );
}

interface GuardFieldProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly fault: string | undefined;
}

function GuardField({ label, value, onChange, fault }: GuardFieldProps): ReactNode {
  const [seen, setSeen] = useState(value);
  const [text, setText] = useState(String(value));
  if (seen !== value) {
    setSeen(value);
    if (Number(text) !== value) setText(String(value));
  }
  const isNumber = text.trim() !== "" && Number.isFinite(Number(text));
  return (
    <TextField
      label={label}
      inputMode="decimal"
      value={text}
      onChange={(next) => {
        setText(next);
        if (next.trim() !== "" && Number.isFinite(Number(next))) onChange(Number(next));
      }}
      fault={isNumber ? fault : words.notNumber}
    />
  );
}

function Effect({ preview: { summary, newly_excluded_reasons: leaving } }: { readonly preview: Preview }): ReactNode {
  return (
    <div role="status" className={styles["effect"]}>
      <p>{words.effect(summary.changed, summary.newly_excluded, summary.newly_included, summary.total)}</p>
      {leaving.length === 0 ? null : (
        <ul>
          {leaving.map(({ reason, count }) => (
            <li key={reason}>
              {reason} {formatCount(count)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
