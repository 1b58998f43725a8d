import { useEffect, useState } from "react";

/** Code that few need, loaded where it's shown. Undefined until it's there. `load` is one function for good: `() => import("…")` outside the component. */
export function useModule<Module extends object>(load: () => Promise<Module>): Module | undefined {
  const [loaded, setLoaded] = useState<Module | undefined>();
  useEffect(() => {
    let isWanted = true;
    void load().then((module) => {
      if (isWanted) setLoaded(module);
    });
    return () => {
      isWanted = false;
    };
  }, [load]);
  return loaded;
}
