/** Bounds of lookup tables. */

/** The largest taxonomy mapped by hand has a tenth of it; a run joins each table by key. */
export const ROWS_MAX = 100_000;
/** As wide as a spreadsheet that a person still reads. */
export const COLUMNS_MAX = 50;
/** Of a body or file that brings a table: a hundred bytes a row, for the largest. */
export const LOOKUP_BYTES_MAX = 10 * 1024 * 1024;
/** Code points, as of every text value (rules, section 1). */
export const VALUE_LENGTH_MAX = 20_000;
/** Code points of a column's name. */
export const COLUMN_NAME_LENGTH_MAX = 100;
/** Whoever writes an expression is shown all of them. */
export const TABLES_MAX = 200;
/** Of one change of rows: what a person pastes. More is imported as a whole table. */
export const CHANGED_ROWS_MAX = 5_000;
/** A change answers the first of its rows; more than these nobody reads. */
export const CHANGED_ROWS_SHOWN = 100;
/** A person mends the first faults before reading more. */
export const FAULTS_MAX = 20;
/** The work of the largest table takes two seconds; the rest is waiting for a place. */
export const STORING_DEADLINE_MS = 20_000;
/** A person who changes a table looks at a few of its users; a feed may have 500 rules. */
export const USERS_SHOWN_MAX = 20;
