import { type CoverageRow, held, section } from "./coverage-row.ts";

/** What the console asks of a feed's data and rules. */
export const CONSOLE_DATA_ROWS: readonly CoverageRow[] = [
  ...section("console", {
    "GET /feeds/{id}/source_rows: values, cells, overrides, cut, excluded, snapshot and version": held(
      "sourceRows",
      "has the platform's value, and beside it the feed's cell, the overridden columns and what the run says",
      "has every visible column unless some are asked for, and `meta` says of which snapshot and version",
      "shows so many characters of a value as `cut` says, whole ones, and names the columns it cut",
    ),
    "source_rows: search, filter, sort, edited": held(
      "sourceRows",
      "sorts by %s %s as the feed reads it: a cell stands for the platform's value",
      "is filtered by %s",
      "searches the platform's values and the cells, and lists rows with or without a cell",
    ),
    "source_rows: hostile filters are refused, and end in time": held(
      "sourceRows",
      "where %s",
      "where its statement doesn't end in time; the warehouse stops it and answers others",
    ),
    "GET /feeds/{id}/products: excluded, excluded_reason, rule_id, finding, columns, filter; GET /products: excluded_reason": held(
      "feedProducts",
      "inclusion, reason and rule, alone and together",
      "the condition %s",
      "a condition, a search and a reason at once, and a cell stands for the platform's value",
      "a finding of the run, of any channel or one; a muted one has no rows",
      "columns show only those fields",
    ),
    "cause of rows and of a scope's reasons": held(
      "feedProducts",
      "is the very rule, also where rules share their words or use those of a setting, and else the stage",
      "is told of each reason of a scope, without a rule where several give it",
    ),
    "GET /products/{id}/feeds: in or out, cause, findings, columns": held(
      "productFeeds",
      "shows each feed's state, cause, counts and values",
      "shows findings by channel, and every variant",
      "a column that no feed has is refused, and a stranger's product isn't found",
    ),
    "GET /feeds/{id}/columns and …/columns/{name}/values: profile, pages, search, counts": held(
      "columnProfiles",
      "a column has its type, what it reads and feeds, the rules that use it, and its values",
      "columns come in pages, of one side or both",
      "values are found by a text, whatever its case, and counted; a name means the feed column first",
      "an unknown column, a page out of bounds and a stranger's feed are refused",
    ),
    "PATCH /feeds/{id}/cells: one version, previous values, bounds, preview": held(
      "manyCells",
      "are one change and one version, and the answer has the values of before, which lead back",
      "that can't be saved are told one by one, and the others are saved",
      "are at most 500 rows and 5,000 cells",
      "are previewed over the whole feed, and nothing is saved",
    ),
    "POST /feeds/{id}/rules/check: forms, sentence, faults and spans": held(
      "checkRule",
      "a rule as text and as fields has the same forms, sentence and condition",
      "every fault has its field, line and column, and the text is colored all the same",
      "words are told apart as the grammar reads them",
      "with `rule_id` the rule is checked with its changes; others' feeds and rules are not found",
    ),
    "GET /feeds/{id}/rules/counts: of the present definition": held(
      "countRules",
      "behind a run the counts are those of the run, from rule to rule down to the file",
      "after a change without a run they are counted for the answer; while a run counts, they are the earlier ones",
      "a stranger's feed is not found, and a shop without a catalog has nothing to count",
    ),
    "rules/preview: sample and page": held(
      "previewPages",
      "a preview pages through every row that changes, each once",
      "`sample` shows only rows to which that happens",
    ),
  }),
];
