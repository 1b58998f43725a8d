/**
 * Every attribute a span of ours may have, as data. Values are numbers, ids of our own rows, or texts of which there are few: never a tenant's
 * data, an address, a key or token, or a statement with its values.
 */
export const SPAN_ATTRIBUTES = {
  "http.request.method": "Method of a request, received or sent.",
  "http.route": "Pattern of the route, such as `/v1/feeds/:id`.",
  "http.response.status_code": "Status of the answer.",
  "db.system.name": "`postgresql` or `duckdb`.",
  "db.operation.name": "First word of the statement, such as `SELECT`.",
  "db.collection.name": "The first of our tables that the statement names. Only for PostgreSQL.",
  "error.type": "Class of the error that ended the span. Messages are in the log alone.",
  "feedwright.request_id": "As in the answer's `X-Request-Id` and in the log.",
  "feedwright.extract_id": "Id of the extract.",
  "feedwright.run_id": "Id of the run.",
  "feedwright.attempt": "Which attempt at the work this is.",
  "feedwright.outcome": "How the work ended, as in its duration's metric, or why a call failed.",
  "feedwright.rows": "Rows in the snapshot or the run.",
  "feedwright.statements": "Statements that were run together.",
  "feedwright.bytes": "Size of the stored file.",
} as const satisfies Readonly<Record<string, string>>;

export type SpanAttributes = Readonly<Partial<Record<keyof typeof SPAN_ATTRIBUTES, string | number>>>;
