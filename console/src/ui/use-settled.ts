import { useEffect, useState } from "react";

/** A value once it has stayed the same for a while. */
export function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value);
  const identity = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
    // The identity stands for the value.
  }, [identity, ms]);
  return settled;
}
