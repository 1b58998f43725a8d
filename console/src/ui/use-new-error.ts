import { useState } from "react";

/** An error of this opening of a form or dialog: what went wrong in an earlier one was read there. */
export function useNewError<E extends Error>(error: E | null): E | null {
  const [earlier] = useState(error);
  return error === earlier ? null : error;
}
