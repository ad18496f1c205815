import { useMemo, useSyncExternalStore } from "react";
import type { Translate } from "#shared/translate.ts";
import { showToast } from "#ui/toast.ts";

/**
 * Lists of articles that the browser keeps for its reader: those saved for later, those started, and the parts of series that
 * were read, which `public/series.js` marks. Nothing of them is sent anywhere. Their names are the keys of the browser's storage.
 */
export const LISTS = {
  "saved-articles": { most: 200, days: Number.POSITIVE_INFINITY },
  "started-articles": { most: 10, days: 30 },
  "read-articles": { most: 200, days: 365 },
};
export type ReadingList = keyof typeof LISTS;

/**
 * An article as a list keeps it. `at`: when, in epoch milliseconds. `part`: how much of the text was read, from 0 to 1;
 * `heading`: the id of the last heading that the reader passed.
 */
export type KeptArticle = { id: number; slug: string; title: string; image: string; at: number } & Place;
type Place = { part?: number; heading?: string };

const DAY = 24 * 60 * 60_000;
const MAX_TEXT = 500;
/** Tells the other parts of the page, as the browser tells only other tabs. */
const CHANGED = "reading-list";

const isText = (value: unknown): boolean => typeof value === "string" && value.length <= MAX_TEXT;
/** The latest time that a `Date` can have, in epoch milliseconds. */
const LAST_TIME = 8.64e15;
const isNumber = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value);

/** The storage may hold what another version, another program or the reader wrote. */
function isKept(value: unknown): value is KeptArticle {
  if (typeof value !== "object" || value === null) return false;
  const { id, slug, title, image, at, part = 0, heading = "" } = value as Record<string, unknown>;
  const isPicture = isText(image) && (image === "" || String(image).startsWith("/media/"));
  return (
    Number.isSafeInteger(id) &&
    isText(slug) &&
    isText(title) &&
    isPicture &&
    [at, part].every(isNumber) &&
    Math.abs(Number(at)) <= LAST_TIME &&
    isText(heading)
  );
}

/** Reads a stored list, newest first. Whatever is not an article of a list is left out. */
export function parseKept(list: ReadingList, stored: string, now: number): KeptArticle[] {
  const { most, days } = LISTS[list];
  try {
    const values: unknown = JSON.parse(stored || "[]");
    if (!Array.isArray(values)) return [];
    const kept = values.filter(isKept).filter(({ at }) => at > now - days * DAY);
    return [...new Map(kept.map((one) => [one.id, one])).values()].sort((one, two) => two.at - one.at).slice(0, most);
  } catch {
    return [];
  }
}

/** The stored text of a list; empty without storage, which browsers may block. */
function storedText(list: ReadingList): string {
  try {
    return localStorage.getItem(list) ?? "";
  } catch {
    return "";
  }
}

/** Stores a list. False if the browser blocks its storage or has no room. */
function store(list: ReadingList, articles: KeptArticle[]): boolean {
  try {
    localStorage.setItem(list, JSON.stringify(articles.slice(0, LISTS[list].most)));
  } catch {
    return false;
  }
  dispatchEvent(new Event(CHANGED));
  return true;
}

const others = (list: ReadingList, id: number) =>
  parseKept(list, storedText(list), Date.now()).filter((one) => one.id !== id);

/** Puts an article into a list, or replaces its entry there. False if the browser could not store it. */
export const keepArticle = (list: ReadingList, article: KeptArticle): boolean =>
  store(list, [article, ...others(list, article.id)]);

let hasNamedDropped = false;

/**
 * Saves an article for later, or takes it out of that list. The first time that the list is full, names the article
 * that it drops. False if the browser could not store the change.
 */
export function toggleSaved(article: KeptArticle, isSaved: boolean, t: Translate): boolean {
  if (isSaved) return dropArticle("saved-articles", article.id);
  const { most } = LISTS["saved-articles"];
  const dropped = others("saved-articles", article.id)[most - 1];
  const isDone = keepArticle("saved-articles", article);
  if (isDone && dropped && !hasNamedDropped) {
    hasNamedDropped = true;
    const { title } = dropped;
    const description = t("Your list holds {most} articles, so the oldest was removed: {title}", { most, title });
    showToast({ title: t("Saved"), description });
  }
  return isDone;
}

/** Takes an article out of a list. False if the browser could not store the change. */
export const dropArticle = (list: ReadingList, id: number): boolean => store(list, others(list, id));

/** Takes a withdrawn article out of all lists that there are. */
export function forgetArticle(id: number): void {
  for (const list of Object.keys(LISTS) as ReadingList[]) if (storedText(list) !== "") dropArticle(list, id);
}

function subscribe(onChange: () => void): () => void {
  addEventListener("storage", onChange);
  addEventListener(CHANGED, onChange);
  return () => {
    removeEventListener("storage", onChange);
    removeEventListener(CHANGED, onChange);
  };
}

/** A list as it is now, also after changes in other tabs; empty on the server and at first in the browser. */
export function useReadingList(list: ReadingList): KeptArticle[] {
  const stored = useSyncExternalStore(
    subscribe,
    () => storedText(list),
    () => "",
  );
  return useMemo(() => parseKept(list, stored, Date.now()), [list, stored]);
}
