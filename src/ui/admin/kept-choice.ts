import { useState } from "react";

/** A choice stored in this browser as JSON under `name`. A stored value of the wrong shape is ignored. */
export function useKeptChoice<Value>(
  name: string,
  parse: (stored: unknown) => Value | undefined,
  initial: Value,
): [value: Value, choose: (value: Value) => void] {
  const [value, setValue] = useState(() => readChoice(name, parse) ?? initial);
  return [
    value,
    (next) => {
      setValue(next);
      try {
        localStorage.setItem(name, JSON.stringify(next));
      } catch {
        // Storage is full or disabled: the choice lasts as long as the page.
      }
    },
  ];
}

function readChoice<Value>(name: string, parse: (stored: unknown) => Value | undefined): Value | undefined {
  try {
    return parse(JSON.parse(localStorage.getItem(name) ?? "null"));
  } catch {
    return undefined;
  }
}
