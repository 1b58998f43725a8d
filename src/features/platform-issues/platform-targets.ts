import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { AssignedChannel } from "../channel-files/index.ts";
import { listRegistered } from "../datafeeds/index.ts";
import { findFeedTarget } from "./reading-queries.ts";

type Settings = Readonly<Record<string, unknown>>;

/**
 * The assignment's settings for each country and language the feed is registered for, so that a platform which keeps the items of several feeds apart by them answers
 * this feed's. A feed that isn't registered goes by its settings, then by its own country and language.
 */
export async function platformTargets(
  shop: ShopDb,
  { pack, settings }: AssignedChannel,
  feedId: FeedId,
): Promise<readonly [Settings, ...Settings[]]> {
  if (!("target_country" in settings)) return [{ ...settings }];
  const registered = await listRegistered(shop, pack.slug, feedId);
  const targets = registered.flatMap(({ targets: [first] }) => (first === undefined ? [] : [first]));
  const [first, ...others] = new Map(targets.map((target) => [`${target.country}/${target.language}`, target])).values();
  const withTarget = ({ country, language }: { readonly country: string; readonly language: string }): Settings => ({
    ...settings,
    ...{ target_country: country, content_language: language },
  });
  if (first !== undefined) return [withTarget(first), ...others.map(withTarget)];
  const own = await findFeedTarget(shop, feedId);
  const country = settings.target_country ?? own?.country;
  const language = settings.content_language ?? own?.language;
  return [{ ...settings, target_country: country, content_language: language }];
}
