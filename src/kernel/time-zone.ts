/** An offset such as +02:00 has no name and no summer time. */
const OFFSET = /^[+-]/;
/** How the IANA database writes names: Europe/Berlin, US/Eastern, UTC. */
const CAPITALISED = /^[A-Z]/;

/** A time zone's name of the IANA database (`europe/berlin` is Europe/Berlin); undefined where there is no such zone. */
export function timeZoneName(text: string): string | undefined {
  const known = OFFSET.test(text) ? undefined : resolved(text);
  if (known === undefined || known.toLowerCase() === text.toLowerCase()) return known;
  // A zone that was renamed resolves to its older name, as Asia/Kolkata does: people should see the name they gave.
  return CAPITALISED.test(text) ? text : known;
}

function resolved(timeZone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
