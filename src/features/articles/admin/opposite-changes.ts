import { fold } from "#shared/text.ts";
import { FLAG_NAMES } from "../fields.ts";
import { DEFAULT_AUTHOR, defaultTags } from "../rules.ts";
import type { BulkChange, ListedArticle } from "../schema.ts";
import { stateOf } from "./article-state.ts";

/** One call that changes several articles alike. */
export type BulkCall = { ids: number[]; change: BulkChange };

/** The calls that undo a change of articles, given as they were before it: one for each set of different values. */
export function oppositesOf(change: BulkChange, before: ListedArticle[]): BulkCall[] {
  const calls = new Map<string, BulkCall>();
  for (const article of before) {
    const opposite = oppositeOf(change, article);
    if (Object.keys(opposite).length === 0) continue;
    const key = JSON.stringify(opposite);
    const call = calls.get(key) ?? { ids: [], change: opposite };
    call.ids.push(article.id);
    calls.set(key, call);
  }
  return [...calls.values()];
}

const PLAIN = ["category", "status", ...FLAG_NAMES] as const;

function oppositeOf(change: BulkChange, article: ListedArticle): BulkChange {
  if (change.trash !== undefined) return { trash: !change.trash };
  const plain = PLAIN.filter((name) => change[name] !== undefined && change[name] !== article[name]);
  const opposite: BulkChange = Object.fromEntries(plain.map((name) => [name, article[name]]));
  // It has lost its time: undoing would publish it immediately.
  if (losesItsTime(change, article)) delete opposite.status;
  // The list shows a stand-in for an article without an author, and for one without tags.
  if (change.authors) opposite.authors = article.author === DEFAULT_AUTHOR.name ? [] : article.authors;
  const tags = article.tags.join() === defaultTags(article.category).join() ? [] : article.tags;
  const had = new Set(tags.map(fold));
  const removed = new Set((change.tags_remove ?? []).map(fold));
  const added = (change.tags_add ?? []).filter((tag) => !had.has(fold(tag)));
  if (added.length > 0) opposite.tags_remove = added;
  const lost = tags.filter((tag) => removed.has(fold(tag)));
  if (lost.length > 0) opposite.tags_add = lost;
  return opposite;
}

/** Whether a change of status takes the time of a scheduled article away, which an undo does not bring back. */
export const losesItsTime = ({ status }: BulkChange, article: ListedArticle): boolean =>
  status !== undefined && status !== "published" && stateOf(article, Date.now()) === "Scheduled";

/** An article as the list will show it after a change. */
export function changedBy(change: BulkChange, article: ListedArticle): ListedArticle {
  const plain = PLAIN.filter((name) => change[name] !== undefined).map((name) => [name, change[name]]);
  const removed = new Set([...(change.tags_remove ?? []), ...(change.tags_add ?? [])].map(fold));
  const tags = [...article.tags.filter((tag) => !removed.has(fold(tag))), ...(change.tags_add ?? [])];
  const authors = change.authors?.filter((author) => typeof author === "string");
  const credited = authors?.length === 0 ? [DEFAULT_AUTHOR.name] : authors;
  const byline = credited && { authors: credited, author: credited[0] ?? "" };
  return { ...article, ...Object.fromEntries(plain), tags, ...byline };
}
