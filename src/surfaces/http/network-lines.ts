import { REQUESTS_OF_NETWORK_MAX } from "./server-limits.ts";

/** Gives the place back; the second time nothing happens. */
export type Leave = () => void;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** Of each network so many at a time; who comes later waits behind others of it, and nobody else does. */
export function openNetworkLines(): (network: string, begin: (leave: Leave) => void) => void {
  const lines = new Map<string, Line>();
  const proceed = (network: string, line: Line): void => {
    line.running -= 1;
    const next = line.waiting.shift();
    if (next !== undefined) next();
    else if (line.running === 0) lines.delete(network);
  };
  return (network, begin) => {
    const line = lines.get(network) ?? { running: 0, waiting: [] };
    lines.set(network, line);
    const enter = (): void => {
      line.running += 1;
      let isIn = true;
      begin(() => {
        if (!isIn) return;
        isIn = false;
        // Other networks have their turn first.
        setImmediate(proceed, network, line);
      });
    };
    if (line.running < REQUESTS_OF_NETWORK_MAX) enter();
    else line.waiting.push(enter);
  };
}
