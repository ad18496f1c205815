import type { ColumnRole } from "../endpoints.ts";
// Words are data: a tool that renames identifiers must not reach them.
import lists from "./words.json" with { type: "json" };

/** The meaning of a cell for the subscription. */
export type Meaning = "subscribed" | "left" | "unknown";

/** Lower case without accents and signs, words separated by single spaces: `Email_Disabled` is `email disabled`. */
const plainWords = (text: string): string =>
  text
    .slice(0, 100)
    .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replaceAll("ı", "i")
    .replaceAll("ł", "l")
    .replaceAll("ø", "o")
    .replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}✓]+/gu, " ")
    .trim();

const phrases = (list: string[]): ReadonlySet<string> => new Set(list.map(plainWords).filter(Boolean));
/** Matches texts in which a word begins with one of these; in scripts without spaces, texts that contain one. */
function stems(texts: string[]) {
  const list = [...phrases(texts)].map((stem) =>
    /^[\p{Script=Han}\p{Script=Hangul}]/u.test(stem) ? stem : ` ${stem}`,
  );
  return (plain: string) => list.some((stem) => ` ${plain}`.includes(stem));
}

/** Matches texts that contain one of these as whole words. */
function words(texts: string[]) {
  const list = [...phrases(texts)].map((phrase) => ` ${phrase} `);
  return (plain: string) => list.some((phrase) => ` ${plain} `.includes(phrase));
}

const YES = phrases(lists.yes);
const NO = phrases(lists.no);

/** States of people who get issues, in the exports of other services and in other languages. */
const SUBSCRIBED = phrases(lists.subscribed);

/** Parts of unambiguous states: unsubscribed or unreachable. */
const isClearlyLeft = stems(lists.clearlyLeftStems);
/** Parts of all other states in which people get no issues. The editor is asked about unlisted states. */
const isLeft = stems(lists.leftStems);

const isNegated = words(lists.negations);

/** The meaning of a state; an empty one does not exclude the person. */
export function meaningOfState(value: string): Meaning {
  const plain = plainWords(value);
  if (plain === "" || SUBSCRIBED.has(plain)) return "subscribed";
  return isClearlyLeft(plain) || isLeft(plain) || isNegated(plain) ? "left" : "unknown";
}

const CLEAR = phrases(lists.clearlySubscribed);
/** Finds cells without a clear state fast: most cells of a large file are names and dates. */
const MAYBE_CLEAR =
  /sub|onfirm|abon|opt|bounced|unactiv|activ|lock|list|clean|pend|ompl|spam|suppress|deliver|mel[dt]|bestell|getragen|bestätigt|inscri|iscri|baja|registr|schreven|pis|hlá|leirat|отпис|подпис|退|停|購|订|거부|취소/i;

/** Whether a cell can only be about a subscription, whatever the heading of its column is. */
export function isClearState(value: string): boolean {
  if (value.length > 40 || !MAYBE_CLEAR.test(value)) return false;
  const plain = plainWords(value);
  return CLEAR.has(plain) || (plain.split(" ").length <= 3 && isClearlyLeft(plain));
}

/** Whether a cell is a date or a time. */
export const isTime = (value: string) => /^(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{10}$|\d{13}$)/.test(value.trim());

/** The meaning of a cell in a column in which yes, or a date, means subscribed. */
export function meaningOfYes(value: string): Meaning {
  const plain = plainWords(value);
  if (YES.has(plain) || isTime(value)) return "subscribed";
  return plain === "" || NO.has(plain) ? "left" : meaningOfState(value);
}

/** The meaning of a cell in a column in which anything but no, for example a date, means unsubscribed. */
export function meaningOfNo(value: string): Meaning {
  const plain = plainWords(value);
  return plain === "" || NO.has(plain) || isEmptyDate(value) ? "subscribed" : "left";
}
const isEmptyDate = (value: string) => value.trim().startsWith("0000-00-00");

export function isYesOrNo(value: string): boolean {
  const plain = plainWords(value);
  return YES.has(plain) || NO.has(plain);
}

/** Headings of columns in which yes, or a date, means unsubscribed or unreachable. */
const isLeftHeading = stems(lists.leftHeadingStems);
const isConfirmedHeading = stems(lists.confirmedHeadingStems);
const isYesHeading = stems(lists.yesHeadingStems);
const isStateHeading = words(lists.stateHeadings);

type StatusRole = "status" | "yes" | "no";

/** The use of a column, by its heading. */
function statusRoleOf(heading: string): StatusRole | null {
  const plain = plainWords(heading);
  if (isStateHeading(plain)) return "status";
  if (isLeftHeading(plain)) return "no";
  return isConfirmedHeading(plain) || isYesHeading(plain) ? "yes" : null;
}

const EMAIL = phrases(lists.emailHeadings);
const NAME = phrases(lists.nameHeadings);
const FIRST = phrases(lists.firstNameHeadings);
const LAST = phrases(lists.lastNameHeadings);
const SINCE = phrases(lists.sinceHeadings);
/** Headings of columns that say nothing about a subscription, and how such headings begin. */
const HARMLESS = phrases(lists.harmlessHeadings);
const HARMLESS_BEGINNINGS = [...phrases(lists.harmlessBeginnings)];
const isHarmless = (plain: string) =>
  HARMLESS.has(plain) || HARMLESS_BEGINNINGS.some((beginning) => `${plain} `.startsWith(`${beginning} `));

export const isEmailHeading = (heading: string): boolean => EMAIL.has(plainWords(heading));

/** The facts about a column after all rows were read. */
export type ColumnFacts = {
  addresses: number;
  clearStates: number;
  others: number;
  yesOrNo: number;
  /** Cells that are not empty, and how many of them are dates. */
  filled: number;
  dates: number;
  /** Different cells that are not empty, counted up to a limit above `FEW_VALUES`. */
  distinct: number;
};

/** A column with at most this many different values may contain states; one with more is free text. */
const FEW_VALUES = 50;

type Given = { headings: string[] | null; facts: ColumnFacts[]; rows: number };
type Guess = { role: ColumnRole; isUnclear: boolean };

/**
 * The use of each column, and whether the editor must confirm it: in any language, a column that is not understood can be
 * the one that says who has left.
 */
export function guessRoles({ headings, facts, rows }: Given): Guess[] {
  const names = facts.map((_column, index) => headings?.[index] ?? "");
  const email = emailColumn(names, facts);
  const hasEmailDisabled = names.some((heading) => plainWords(heading) === "email disabled");
  const roles = facts.map((fact, index): Guess | null => {
    const heading = names[index] ?? "";
    if (index === email.index) return { role: "email", isUnclear: email.isUnclear };
    const plain = plainWords(heading);
    // Substack's `active_subscription` is about paying: those who read for free have none.
    if (hasEmailDisabled && plain === "active subscription") return { role: "ignore", isUnclear: false };
    const role = SINCE.has(plain) ? "since" : (nameRoleOf(plain) ?? statusRole(heading, fact));
    // Dates that some people do not have may be about another list.
    if (role === "yes" && fact.dates === fact.filled && fact.filled < rows && !isConfirmedHeading(plain)) return null;
    if (role !== null) return { role, isUnclear: false };
    // Cells next to the last heading make their row invalid, whatever they say.
    const isOutside = headings !== null && index >= headings.length;
    return isOutside || isHarmless(plain) || !maySayWhoLeft(fact, rows) ? { role: "ignore", isUnclear: false } : null;
  });
  const hasStatus = roles.some((guess) => guess !== null && STATUS_ROLES.has(guess.role));
  return roles.map((guess, index) => {
    const isYesOrNo = (facts[index]?.yesOrNo ?? 0) > 0 && facts[index]?.others === 0;
    return guess ?? { role: isYesOrNo && !hasStatus ? "yes" : "ignore", isUnclear: true };
  });
}

/** Whether a column has few values, or dates in some of its rows only. */
const maySayWhoLeft = ({ distinct, dates, filled, addresses }: ColumnFacts, rows: number): boolean =>
  filled > 0 && addresses < filled && (distinct <= FEW_VALUES || (dates === filled && filled < rows));

const STATUS_ROLES: ReadonlySet<ColumnRole> = new Set(["status", "yes", "no"]);

const nameRoleOf = (plain: string): ColumnRole | null =>
  NAME.has(plain) ? "name" : FIRST.has(plain) ? "first_name" : LAST.has(plain) ? "last_name" : null;

function statusRole(heading: string, fact: ColumnFacts): StatusRole | null {
  if (fact.clearStates > 0) return "status";
  return isHarmless(plainWords(heading)) ? null : statusRoleOf(heading);
}

/** The only column with the heading, else the one with most addresses; unclear if several qualify. */
function emailColumn(headings: string[], facts: ColumnFacts[]): { index: number; isUnclear: boolean } {
  const named = headings.flatMap((heading, index) => (isEmailHeading(heading) ? [index] : []));
  if (named.length > 0) return { index: named[0] ?? -1, isUnclear: named.length > 1 };
  const most = Math.max(0, ...facts.map(({ addresses }) => addresses));
  const full = facts.flatMap(({ addresses }, index) => (most > 0 && addresses === most ? [index] : []));
  return { index: full[0] ?? -1, isUnclear: full.length > 1 };
}
