import type { ReactNode } from "react";
import type { Saver } from "#ui/admin/edit-form/versions.ts";

/** The words of a conflict: its sentences, names of the two versions, and labels of the buttons that choose one. */
export type VersionWords = Record<
  "mine" | "keep" | "copy" | "theirs" | "take" | "both" | "notice" | "title" | "saved" | "state",
  string
>;

const MINE = { mine: "Mine", keep: "Keep mine", copy: "Save mine as a new draft" };

const ownWords = (what: string): VersionWords => ({
  mine: "This window",
  theirs: "Your other window",
  keep: "Keep this version",
  take: "Take the other version",
  both: "Both, the other version first",
  copy: "Save this version as a new draft",
  notice: `You have changed this ${what} in another tab or on another device.`,
  title: `You changed this ${what} elsewhere too`,
  saved: "You saved a newer version in another tab or on another device.",
  state: "you changed the same part elsewhere",
});

function othersWords(what: string, name: string | null): VersionWords {
  const who = name ?? "Another user";
  const theirs = name === null ? "theirs" : `${name}’s`;
  return {
    ...MINE,
    theirs: name === null ? "Theirs" : theirs,
    take: `Take ${theirs}`,
    both: `Both, ${theirs} first`,
    notice: `${who} has changed this ${what} since you opened it.`,
    title: `${who} changed this ${what}`,
    saved: `${who} saved a newer version while you were writing.`,
    state: `${name ?? "another user"} changed the same part`,
  };
}

const unknownWords = (what: string): VersionWords => ({
  ...MINE,
  theirs: "Saved elsewhere",
  take: "Take the saved version",
  both: "Both, the saved version first",
  notice: `This ${what} was changed elsewhere since you opened it.`,
  title: `This ${what} was changed elsewhere`,
  saved: "A newer version was saved elsewhere while you were writing.",
  state: "the same part was changed elsewhere",
});

/** The words of a conflict about a `what`, such as "ad space". They name the other user if it is known who saved. */
export function versionWords(saver: Saver, what: string): VersionWords {
  if (saver === null) return unknownWords(what);
  return saver === "me" ? ownWords(what) : othersWords(what, saver.name);
}

/** The state of work that cannot be saved before the editor has chosen between two versions. */
export const conflictWords = (saver: Saver): string => `Not saved: ${versionWords(saver, "").state}`;

/** The state of work that is saved, except words that another user changed too. */
export const undecidedWords = (count: number): string =>
  count === 1 ? "Saved, except your words in one place: choose" : `Saved, except your words in ${count} places: choose`;

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
  /** Two versions of one block combined, without repeating what they have in common; by default one after the other. */
  both?: (theirs: string, mine: string) => string[];
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
