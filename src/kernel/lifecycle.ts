/**
 * A lifecycle is a total table, state × event: a missing cell does not compile, and the table is also the documentation and
 * the test. `null` = the event means nothing in that state and is refused.
 */
export type Lifecycle<State extends string, Event extends string> = Readonly<Record<State, Readonly<Record<Event, State | null>>>>;

/** The states an event may start from, for the `WHERE` of the update that carries it out. */
export function statesBefore<State extends string, Event extends string>(
  lifecycle: Lifecycle<State, Event>,
  event: Event,
  states: readonly State[],
): readonly State[] {
  return states.filter((state) => lifecycle[state][event] !== null);
}
