import type { BadRows } from "../../../test/harness/bad-rows.ts";

export const BAD_ROWS: readonly BadRows[] = [
  {
    code: "sale_price_not_lower",
    field: "sale_price",
    rows: ["59.00 USD", "59.01 USD"].map((sale) => ({ columns: { price: "59.00 USD", sale_price: sale } })),
    found: [1],
  },
  {
    code: "is_eligible_search_invalid",
    field: "is_eligible_search",
    rows: ["1", "maybe", "0", "yes", "No", "TRUE", "false", ""].map((value) => ({ columns: { is_eligible_search: value } })),
    found: [0, 1, 2],
  },
  {
    code: "availability_date_missing",
    field: "availability_date",
    rows: ["preorder", "pre_order", "backorder"].map((availability) => ({ columns: { availability } })),
    found: [0, 1],
  },
  {
    code: "availability_date_invalid",
    field: "availability_date",
    rows: [
      ...["next week", "2031-01-01", "2026-01-22", "2026-01-22T11:59Z", "2026-11-23", "2026-12-24"].map((date) => ({
        columns: { availability: "preorder", availability_date: date },
      })),
      { columns: { availability_date: "2026-11-22" } },
    ],
    found: [0, 1, 2, 3],
  },
  {
    code: "sale_date_invalid",
    field: "sale_price_start_date",
    rows: [
      ...[
        "soon",
        "2026-12-02T00:00+0000/2026-12-01T00:00+0000",
        "2026-01-01/2026-01-31",
        "2026-11-01/2026-12-24/2027-01-01",
        "2026-11-01/",
      ],
      ...["2026-11-01/2026-11-22", "2026-11-01T00:00+99:00/2026-12-24"],
      ...["2026-11-01T00:00+00:00/2026-12-24", "2026-11-01/2026-11-23", "2026-11-23/2026-11-23", ""],
    ].map((dates) => ({ columns: { sale_price: "49.00 USD", sale_price_effective_date: dates } })),
    found: [0, 1, 2, 3, 4, 5, 6],
  },
];
