/** How large a document may be, and what is thrown where it is larger or cut off. Lines count from 1, columns from 0. */
export interface RecordBounds {
  /** Besides the header. */
  readonly rowsMax: number;
  readonly columnsMax: number;
  readonly cellBytesMax: number;
  readonly recordBytesMax: number;
  readonly tooManyRows: (file: NamedDocument, line: number) => Error;
  readonly tooManyColumns: (file: NamedDocument, line: number) => Error;
  readonly cellTooLong: (file: NamedDocument, line: number, column: number) => Error;
  readonly recordTooLong: (file: NamedDocument, line: number) => Error;
  readonly unclosedQuote: (file: NamedDocument, line: number, column: number) => Error;
}

/** What a message calls a document and its columns. */
export interface NamedDocument {
  readonly fileName: string;
  readonly columnNames: readonly string[];
}
