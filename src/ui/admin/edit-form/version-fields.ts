import type { ReactNode } from "react";

/** How a field is shown next to the same field of another version. */
export type VersionField<Values extends object> = {
  label: string;
  /** One version's value as text; nothing for an empty one. */
  show: (values: Values) => ReactNode;
  /** Both values, if their differences are shown in detail. */
  sides?: (mine: Values, theirs: Values) => { mine: ReactNode; theirs: ReactNode };
};
export type VersionFields<Values extends object> = Record<keyof Values & string, VersionField<Values>>;
