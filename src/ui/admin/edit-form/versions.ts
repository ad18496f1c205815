import type { ReactNode } from "react";
import { ApiError } from "#shared/api-client.ts";

/**
 * Who saved the other version: the user, in another tab or on another device, or another user with this name, null if
 * the account was removed. Null if it is unknown who did.
 */
export type Saver = "me" | { name: string | null } | null;

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

/** A stored row, with the version for `If-Match`. */
export type Versioned<Row> = { row: Row; etag: string };

/** A row as a response to its save. `hasOthers`: it may contain changes of others, see `ApiResponse`. */
export type Saved<Row> = Versioned<Row> & { hasOthers: boolean };

/**
 * The version in an ETag, a number or a fingerprint of what is stored. The rest of the tag is a digest of data that
 * edits do not change, such as the author's name.
 */
const versionOf = (etag: string | null): string | undefined => /"([a-z0-9]+)/.exec(etag ?? "")?.[1];

function numberOf(etag: string | null): number | undefined {
  const version = versionOf(etag) ?? "";
  return /^\d+$/.test(version) ? Number(version) : undefined;
}

/** Whether two tags name the same version. */
export function isSameVersion(left: string | null, right: string | null): boolean {
  return versionOf(left) !== undefined && versionOf(left) === versionOf(right);
}

/** Whether the row is known to be unchanged since its creation. */
export const isFirstVersion = (etag: string): boolean => numberOf(etag) === 1;

/** Whether `left`, which was fetched later, is a later version than `right`. */
export function isLaterVersion(left: string, right: string): boolean {
  const number = numberOf(left);
  return number === undefined ? !isSameVersion(left, right) : number > (numberOf(right) ?? 0);
}

/** The row with this id. Throws `ApiError` 404 if there is none. */
export function rowIn<Row extends { id: number }>(rows: readonly Row[], id: number): Row {
  const row = rows.find((one) => one.id === id);
  if (!row) throw new ApiError(404, {});
  return row;
}

/**
 * The values of a form, and a chosen file that is sent with it. Values are texts, numbers, switches, null, and lists of
 * these.
 */
export type Work<Values extends object> = { values: Values; file: File | null };

type Listed = string | number | boolean | null;

function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
  return left.every((item: Listed, at) => item === right[at]);
}

/** The names of the fields that differ. */
export function differing<Values extends object>(left: Values, right: Values): (keyof Values & string)[] {
  return (Object.keys(left) as (keyof Values & string)[]).filter((name) => !isSame(left[name], right[name]));
}

/** Whether both are equal, including the file. */
export function isSameWork<Values extends object>(left: Work<Values>, right: Work<Values>): boolean {
  return left.file === right.file && differing(left.values, right.values).length === 0;
}

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
