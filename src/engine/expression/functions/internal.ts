import { differs, flags } from "./internal-flags.ts";
import { calculated } from "./internal-calculated.ts";
import { converted, hasOtherCurrency, priceAdjusted } from "./internal-price.ts";
import { priced, sharedCurrency } from "./internal-priced.ts";
import { channelWord, hasNarrowerWord, hasSameItems, onlyItem, optionAttribute, readable, slashed } from "./internal-attributes.ts";
import { oneSize } from "./internal-sizes.ts";
import { hasPhrase, titleWith } from "./internal-title.ts";
import { gtinText } from "./internal-gtin.ts";
import { addQuery, queryOf } from "./internal-query.ts";
import { replaceText } from "./internal-replace.ts";
import { unseen } from "./internal-seen.ts";
import { wordMarks, wordOf } from "./internal-words.ts";
import { optionOf } from "./option.ts";
import type { FunctionEntry } from "./function-entry.ts";

/** Functions that rule types lower to and nobody can write: a name that begins with `_` is none in the language. */
export const INTERNAL = {
  _add_query: addQuery,
  _calculated: calculated,
  _converted: converted,
  _has_other_currency: hasOtherCurrency,
  _price_adjusted: priceAdjusted,
  _priced: priced,
  _shared_currency: sharedCurrency,
  _differs: differs,
  _flags: flags,
  _option: optionOf,
  _gtin: gtinText,
  _channel_word: channelWord,
  _has_phrase: hasPhrase,
  _has_narrower_word: hasNarrowerWord,
  _has_same_items: hasSameItems,
  _one_size: oneSize,
  _only_item: onlyItem,
  _option_attribute: optionAttribute,
  _readable: readable,
  _slashed: slashed,
  _title_with: titleWith,
  _unseen: unseen,
  _query_of: queryOf,
  _replace: replaceText,
  _word_marks: wordMarks,
  _word_of: wordOf,
} as const satisfies Record<string, FunctionEntry>;
