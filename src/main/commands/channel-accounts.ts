import { z } from "zod";
import { AccountShape, ChannelShape, chooseAccount, listAccounts } from "../../features/channel-connections/index.ts";
import { getChannel } from "../../features/channels/index.ts";
import { accountsText, connectionText } from "../channel-text.ts";
import { openChannel, type ShopChannel } from "../channel-operation.ts";

export interface ChannelAccountsOptions {
  readonly json?: boolean;
}

export async function listShopAccounts({ json, ...named }: ShopChannel & ChannelAccountsOptions): Promise<void> {
  await using opened = await openChannel(named);
  const accounts = z.array(AccountShape).parse(await opened.perform(listAccounts));
  const { account } = ChannelShape.parse(await opened.perform(getChannel));
  const chosen = account?.id ?? null;
  process.stdout.write(json === true ? `${JSON.stringify(accounts)}\n` : accountsText(accounts, chosen, `${named.shop} ${named.channel}`));
}

export async function chooseShopAccount({
  id,
  json,
  ...named
}: ShopChannel & ChannelAccountsOptions & { readonly id: string }): Promise<void> {
  await using opened = await openChannel(named);
  const channel = ChannelShape.parse(await opened.perform(chooseAccount, { body: { account_id: id } }));
  process.stdout.write(json === true ? `${JSON.stringify(channel)}\n` : connectionText(channel, `${named.shop} ${named.channel}`));
}
