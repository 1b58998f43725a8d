import type { ColumnType, JSONColumnType } from "kysely";

export type Json<T extends object> = JSONColumnType<T, T | string, T | string>;
/** Of a column with a default. */
export type JsonWithDefault<T extends object> = ColumnType<T, T | string | undefined, T | string>;
export type Created = ColumnType<Date, Date | undefined, never>;
export type Updated = ColumnType<Date, Date | undefined, Date>;
