import { type ReactNode, useState } from "react";
import { ApiError } from "../api/errors.ts";
import { useApi, useChange } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { useShop } from "../session/who.ts";
import { Select } from "../ui/select.tsx";
import { Fault } from "../ui/states.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { TextField } from "../ui/text-field.tsx";
import styles from "./channels.module.css";
import type { Datafeed } from "./datafeeds.tsx";

const words = messages.channels;
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: words.hourChoice(hour) }));
const HOUR_FIRST = 4;
const MARKS = ["datafeeds.", "platform_issues.", "syncs."] as const;

interface DatafeedFormProps {
  readonly slug: string;
  /** Undefined: a new one. */
  readonly datafeed: Datafeed | undefined;
  readonly onDone: () => void;
}

/** When the platform fetches the file, under which name, and, for a new one, for which country and language. */
export function DatafeedForm({ slug, datafeed, onDone }: DatafeedFormProps): ReactNode {
  const { id } = useFeed();
  const shop = useShop();
  const feed = useApi("feeds.get", { path: { id } });
  const [ownName, setName] = useState(datafeed?.datafeed_name);
  const [hour, setHour] = useState(String(datafeed?.hour ?? HOUR_FIRST));
  const [ownZone, setZone] = useState(datafeed?.time_zone);
  const [country, setCountry] = useState("");
  const [language, setLanguage] = useState("");
  // Until someone changes them, they follow answers that may come after the form.
  const name = ownName ?? feed.data?.display_name ?? "";
  const zone = ownZone ?? shop.data?.time_zone ?? "";
  const create = useChange("datafeeds.create", { marks: MARKS });
  const update = useChange("datafeeds.update", { marks: MARKS });
  const error = create.error ?? update.error;
  const faultOf = (param: string) => (error instanceof ApiError ? error.faultOf(`/${param}`)?.message : undefined);
  const targetFault = error instanceof ApiError ? error.details.find(({ param }) => param.startsWith("/targets"))?.message : undefined;
  const isPlaced = [faultOf("datafeed_name"), faultOf("hour"), faultOf("time_zone"), targetFault].some((fault) => fault !== undefined);
  const submit = () => {
    const body = { datafeed_name: name, hour: Number(hour), time_zone: zone };
    const done = { onSuccess: onDone };
    const isTargeted = country.trim() !== "" || language.trim() !== "";
    const targets = isTargeted ? { targets: [{ country: country.trim().toUpperCase(), language: language.trim() }] } : {};
    if (datafeed === undefined) create.mutate({ path: { slug }, body: { feed_id: id, ...body, ...targets } }, done);
    else update.mutate({ path: { slug, id: String(datafeed.id) }, body }, done);
  };
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField label={words.nameField} value={name} onChange={setName} fault={faultOf("datafeed_name")} />
      <Select label={words.hour} value={hour} options={HOURS} onChange={setHour} fault={faultOf("hour")} />
      <TextField label={words.zone} value={zone} onChange={setZone} description={words.zoneMeans} fault={faultOf("time_zone")} />
      {datafeed === undefined ? (
        <>
          <TextField label={words.country} value={country} onChange={setCountry} description={words.countryMeans} fault={targetFault} />
          <TextField label={words.language} value={language} onChange={setLanguage} description={words.countryMeans} />
        </>
      ) : null}
      <div className={styles["buttons"]}>
        <SubmitButton isPending={create.isPending || update.isPending}>
          {datafeed === undefined ? words.register : words.saveRegistration}
        </SubmitButton>
      </div>
      {isPlaced ? null : <Fault error={error} />}
    </form>
  );
}
