import type { ChannelAttribute } from "../attribute.ts";
import { type ChannelInput, marketOf } from "../channel-input.ts";
import type { Check } from "../check.ts";
import { categoryChecks } from "./category-checks.ts";
import { type CheckKit, checkKit, type CheckOptions } from "./check-kit.ts";
import { feedChecks } from "./feed-checks.ts";
import { idChecks, identifierChecks } from "./identifier-checks.ts";
import { limitChecks } from "./limit-checks.ts";
import { imageChecks, linkChecks } from "./link-checks.ts";
import { priceChecks } from "./price-checks.ts";
import { placeholderChecks, requiredChecks } from "./required-checks.ts";
import { textChecks } from "./text-checks.ts";
import { valueChecks } from "./value-checks.ts";
import { variantChecks } from "./variant-checks.ts";

const FAMILIES: readonly ((kit: CheckKit) => readonly Check[])[] = Object.freeze([
  requiredChecks,
  placeholderChecks,
  limitChecks,
  idChecks,
  identifierChecks,
  textChecks,
  linkChecks,
  imageChecks,
  priceChecks,
  valueChecks,
  categoryChecks,
  variantChecks,
  feedChecks,
]);

/**
 * Checks that channels share, as far as a channel's table has the attributes, for the market that the settings name. `own`: the channel's further ones,
 * which replace a shared one of the same code and field.
 */
export function standardChecks(
  attributes: readonly ChannelAttribute[],
  input: ChannelInput,
  options: CheckOptions,
  own: (kit: CheckKit) => readonly Check[] = () => [],
): readonly Check[] {
  const kit = checkKit(attributes, { ...input, feed: { ...input.feed, ...marketOf(input) } }, options);
  const checks = new Map(
    [...FAMILIES.flatMap((family) => family(kit)), ...own(kit)].map((check) => [`${check.code} ${check.field ?? ""}`, check]),
  );
  return [...checks.values()];
}
