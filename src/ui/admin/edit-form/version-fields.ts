import type { ReactNode } from "react";

/** A field that is a text whose blocks are chosen one by one. */
export type VersionBlocks<Values extends object> = {
  /** The blocks of two versions, which can be put together freely; null where they cannot. */
  of: (mine: Values, theirs: Values) => { mine: string[]; theirs: string[] } | null;
  /** Blocks of either as a text. */
  join: (blocks: readonly string[]) => string;
  /** The blocks of one version. */
  all: (values: Values) => string[];
  /** Returns equal keys for blocks with equal content, however each is written. */
  keyOf: (block: string) => string;
  show: (block: string) => ReactNode;
  /** Two versions of one block, with what differs marked. */
  sides: (mine: string, theirs: string) => { mine: ReactNode; theirs: ReactNode };
};

/** How a field is shown next to the same field of another version. */
export type VersionField<Values extends object> = {
  label: string;
  /** One version's value as text; nothing for an empty one. */
  show: (values: Values) => ReactNode;
  /** Both values, if their differences are shown in detail. */
  sides?: (mine: Values, theirs: Values) => { mine: ReactNode; theirs: ReactNode };
  blocks?: VersionBlocks<Values>;
};
export type VersionFields<Values extends object> = Record<keyof Values & string, VersionField<Values>>;
