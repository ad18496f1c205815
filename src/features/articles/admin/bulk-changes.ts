import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { fold } from "#shared/text.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useTurns } from "#ui/admin/use-call.ts";
import { FLAG_NAMES } from "../fields.ts";
import { DEFAULT_AUTHOR, defaultTags } from "../rules.ts";
import type { BulkChange, BulkResult, ListedArticle } from "../schema.ts";
import { stateOf } from "./article-state.ts";
import { changeArticles, listsChanged } from "./calls.ts";

type BulkCall = { ids: number[]; change: BulkChange };

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

/** Whether a change of status unschedules an article, which an undo cannot restore. */
const losesItsTime = ({ status }: BulkChange, article: ListedArticle): boolean =>
  status !== undefined && status !== "published" && stateOf(article, Date.now()) === "Scheduled";

/** The effect of a change on readers: the number of articles that it publishes, unpublishes or unschedules. */
export type ReaderEffect = { verb: "publish" | "unpublish"; count: number; untimed: number };

export function readerEffectOf(change: BulkChange, articles: ListedArticle[]): ReaderEffect | undefined {
  const { status } = change;
  if (status === undefined) return undefined;
  const isPublishing = status === "published";
  const affected = articles.filter((article) => (article.status === "published") !== isPublishing);
  if (affected.length === 0) return undefined;
  const untimed = affected.filter((article) => losesItsTime(change, article)).length;
  return { verb: isPublishing ? "publish" : "unpublish", count: affected.length, untimed };
}

export function changedBy(change: BulkChange, article: ListedArticle): ListedArticle {
  const plain = PLAIN.filter((name) => change[name] !== undefined).map((name) => [name, change[name]]);
  const removed = new Set([...(change.tags_remove ?? []), ...(change.tags_add ?? [])].map(fold));
  const tags = [...article.tags.filter((tag) => !removed.has(fold(tag))), ...(change.tags_add ?? [])];
  const authors = change.authors?.filter((author) => typeof author === "string");
  const credited = authors?.length === 0 ? [DEFAULT_AUTHOR.name] : authors;
  const byline = credited && { authors: credited, author: credited[0] ?? "" };
  return { ...article, ...Object.fromEntries(plain), tags, ...byline };
}

const FAILURE = { title: "Error updating articles", fallback: "Could not update the articles" };
const UNDO_FAILURE = { title: "Error undoing the change", fallback: "Could not undo the change" };

export const counted = (count: number) => (count === 1 ? "1 article" : `${count} articles`);

function failureWords({ failed }: BulkResult): string | undefined {
  const [first] = failed;
  return first && `${counted(failed.length)} could not be changed. ${first.detail}`;
}

const untimedWords = (count: number): string | undefined =>
  count === 0 ? undefined : `${counted(count)} lost the time of publication: schedule again where it is needed.`;

/**
 * Changes many articles at once, and offers to undo that; resolves with the ids that were changed. `onChanged` is called
 * after each call that succeeded, those of an undo included.
 */
export function useChangeArticles(onChanged: (ids: number[], change: BulkChange) => void) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, inTurn } = useTurns();

  const undo = (calls: BulkCall[]) =>
    inTurn(async () => {
      try {
        const results = [];
        for (const call of calls) {
          const result = await changeArticles(api, call);
          results.push(result);
          onChanged(result.changed, call.change);
        }
        const failed = results.flatMap((result) => result.failed);
        const description = failureWords({ changed: [], failed });
        show({ title: "Change undone", ...(description && { description, variant: "destructive" }) });
      } finally {
        listsChanged(client);
      }
    }, UNDO_FAILURE);

  const change = async (articles: ListedArticle[], wanted: BulkChange): Promise<number[]> => {
    const changed = await inTurn(async () => {
      const result = await changeArticles(api, { ids: articles.map(({ id }) => id), change: wanted });
      listsChanged(client);
      const done = new Set(result.changed);
      const untimed = articles.filter((article) => done.has(article.id) && losesItsTime(wanted, article));
      const description = failureWords(result) ?? untimedWords(untimed.length);
      const opposites = oppositesOf(
        wanted,
        articles.filter(({ id }) => done.has(id)),
      );
      const verb = wanted.trash ? "moved to the trash" : "updated";
      show({
        title: done.size === 0 ? "Nothing was changed" : `${counted(done.size)} ${verb}`,
        ...(description && { description }),
        ...(result.failed.length > 0 && { variant: "destructive" as const }),
        ...(opposites.length > 0 && { action: { label: "Undo", run: () => void undo(opposites) } }),
      });
      onChanged(result.changed, wanted);
      return result.changed;
    }, FAILURE);
    return changed ?? [];
  };
  return { isBusy, change };
}

/** Articles that the editor has selected, over all pages of the list, as they were when last seen. */
export type Selection = {
  articles: ListedArticle[];
  has: (id: number) => boolean;
  /** Selects articles, or takes them out. */
  set: (articles: readonly { id: number }[], isSelected: boolean) => void;
  /** The data of selected articles that were changed together; they may be on other pages. */
  note: (ids: number[], change: BulkChange) => void;
  clear: () => void;
};

/** `rows` are those of the open page: what is known of a selected article follows them. */
export function useSelection(rows: ListedArticle[] | undefined): Selection {
  const [selected, setSelected] = useState<ReadonlyMap<number, ListedArticle>>(new Map());
  const seen = new Map(rows?.map((row) => [row.id, row]));
  return {
    articles: [...selected.values()].map((article) => seen.get(article.id) ?? article),
    has: (id) => selected.has(id),
    set(articles, isSelected) {
      const next = new Map(selected);
      for (const article of articles) {
        const row = seen.get(article.id);
        if (!isSelected) next.delete(article.id);
        else if (row) next.set(article.id, row);
      }
      setSelected(next);
    },
    // Undoing notes something long after this was rendered.
    note: (ids, change) =>
      setSelected((now) => {
        const of = (id: number, article: ListedArticle) => (ids.includes(id) ? changedBy(change, article) : article);
        return new Map([...now].map(([id, article]) => [id, of(id, article)]));
      }),
    clear: () => setSelected(new Map()),
  };
}
