import {
  DuckDBBlobValue,
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  JsonDuckDBValueConverter,
  StatementType,
} from "@duckdb/node-api";
import type { WarehouseValue } from "../../kernel/sql.ts";
import type { Answer } from "./child-calls.ts";

/** Answers are pages, counts and samples. More rows than this are a file's business (`COPY`). */
const ANSWER_ROWS_MAX = 10_000;
/** What one answer may weigh in this process, in the pipe, and again where HTTP is served. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

/** The rows of one SELECT. Anything else is refused before it runs; an answer past its bounds is refused, never cut. */
export async function selectRows(connection: DuckDBConnection, sql: string): Promise<Answer> {
  const prepared = await connection.prepare(sql);
  try {
    if (prepared.statementType !== StatementType.SELECT) throw new Error("only a SELECT has rows to answer");
    const result = await prepared.stream();
    const names = result.deduplicatedColumnNames();
    const columns: WarehouseValue[][] = names.map(() => []);
    const weight = { rows: 0, bytes: 0 };
    for await (const chunk of result) addChunk(columns, chunk, weight);
    return { names, columns };
  } finally {
    prepared.destroySync();
  }
}

function addChunk(columns: readonly WarehouseValue[][], chunk: DuckDBDataChunk, weight: { rows: number; bytes: number }): void {
  weight.rows += chunk.rowCount;
  if (weight.rows > ANSWER_ROWS_MAX) throw new Error(`the answer has more than ${ANSWER_ROWS_MAX} rows`);
  for (const [index, column] of columns.entries()) {
    chunk.visitColumnValues(index, (value, _row, _column, type) => {
      const crossed = crossValue(value, type);
      weight.bytes += bytesOf(crossed);
      column.push(crossed);
    });
    if (weight.bytes > ANSWER_BYTES_MAX) throw new Error(`the answer has more than ${ANSWER_BYTES_MAX} bytes`);
  }
}

function bytesOf(value: WarehouseValue): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  return value instanceof Uint8Array ? value.byteLength : 8;
}

/** A value as `WarehouseRow` holds it; what has no shape there is its JSON text. */
function crossValue(value: DuckDBValue, type: DuckDBType): WarehouseValue {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  // JSON, where every number ends, has no word for NaN and the infinities.
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "bigint")
    return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value);
  if (value instanceof DuckDBBlobValue) return value.bytes;
  switch (type.typeId) {
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY:
    case DuckDBTypeId.STRUCT:
    case DuckDBTypeId.MAP:
    case DuckDBTypeId.UNION:
    case DuckDBTypeId.INTERVAL:
    case DuckDBTypeId.VARIANT:
      return JSON.stringify(JsonDuckDBValueConverter(value, type, JsonDuckDBValueConverter));
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_NS:
      return String(value).replace(" ", "T");
    case DuckDBTypeId.TIMESTAMP_TZ:
      // The child's zone is UTC.
      return String(value).replace(" ", "T").replace("+00", "Z");
    default:
      return String(value);
  }
}
