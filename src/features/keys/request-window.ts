/** Limits are per minute. A window begins with the first request after the one before has ended, so windows of different keys do not turn together. */
export const WINDOW_SECONDS = 60;

/** How a window stands once a request has been counted in it. */
export interface RequestWindow {
  /** With this one. */
  readonly requests: number;
  /** Until it ends; at least 1. */
  readonly secondsLeft: number;
}

export interface WindowRow {
  readonly requests: number;
  readonly seconds_left: number;
}

/** The window of all keys of the same shop or organization. */
export interface OwnerWindowRow {
  /** How many of the requests were counted in it, the first ones. */
  readonly owner_counted: number;
  readonly owner_requests: number | null;
  readonly owner_seconds_left: number | null;
}

export function requestWindow({ requests, seconds_left: secondsLeft }: WindowRow): RequestWindow {
  return { requests, secondsLeft };
}
