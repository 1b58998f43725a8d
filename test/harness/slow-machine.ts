/**
 * Machines that tests run on are this many times slower than the one a figure was found on, and so is one of them from one hour to the next.
 * A bound of time in a test is there for what explodes, which is slower by more; what a thing really takes is measured in `bench/`.
 */
export const SLOW_MACHINE = 4;
