import { useEffect, useState } from "react";

/** The value once it has been unchanged for `wait` milliseconds: half-typed addresses are not fetched. */
export function useSettled<Value>(value: Value, wait = 400): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return settled;
}
