/** An error as S3 answers it: a code, a status, and a sentence. */
export class S3Error extends Error {
  override readonly name = "S3Error";
  readonly code: string;
  readonly status: number;
  /** Further elements of the answer, such as the region a request should have named. */
  readonly details: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string = code, details: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}
