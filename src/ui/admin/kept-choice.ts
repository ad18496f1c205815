import { useState } from "react";

/** A choice that this browser keeps, as JSON under `name`. What is stored but does not fit is ignored. */
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
        // Storage is full or switched off: nothing that the editor has to know.
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
