import type { ReactNode } from "react";

/** How a field is shown beside the same field of another version. */
export type VersionField<Values extends object> = {
  label: string;
  /** One version's value in words; nothing for an empty one. */
  show: (values: Values) => ReactNode;
  /** Both values, where what they differ in is shown in detail. */
  sides?: (mine: Values, theirs: Values) => { mine: ReactNode; theirs: ReactNode };
};
export type VersionFields<Values extends object> = Record<keyof Values & string, VersionField<Values>>;
