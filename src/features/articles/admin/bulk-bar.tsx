import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { allCategories } from "#features/categories/rules.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { nameKey } from "#shared/text.ts";
import { useApi } from "#shared/use-api.ts";
import { joinList, splitList } from "#ui/admin/chips-field.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { ConfirmDialog, Dialog } from "#ui/admin/dialog.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { Select } from "#ui/admin/select.tsx";
import { namesLike, SuggestField } from "#ui/admin/suggest-field.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useTurns } from "#ui/admin/use-call.ts";
import { LIST_FLAGS } from "../fields.ts";
import { DEFAULT_AUTHOR, ownTags } from "../rules.ts";
import type { BulkChange, BulkResult, ListedArticle } from "../schema.ts";
import { AuthorsField, TagsField } from "./article-fields.tsx";
import { changeArticles, listsChanged } from "./calls.ts";
import { stateOf } from "./row-actions.tsx";

type BulkCall = { ids: number[]; change: BulkChange };

/** The requests that undo a change, given the articles before it: one for each set of different values. */
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

const PLAIN = ["category", "status", ...LIST_FLAGS] as const;

function oppositeOf(change: BulkChange, article: ListedArticle): BulkChange {
  if (change.trash !== undefined) return { trash: !change.trash };
  const plain = PLAIN.filter((name) => change[name] !== undefined && change[name] !== article[name]);
  const opposite: BulkChange = Object.fromEntries(plain.map((name) => [name, article[name]]));
  // The article has lost its time: undoing would publish it immediately.
  if (losesItsTime(change, article)) delete opposite.status;
  // The list shows placeholders for a missing author and missing tags.
  if (change.authors) opposite.authors = article.author === DEFAULT_AUTHOR.name ? [] : article.authors;
  const tags = ownTags(article.tags, article.category);
  const had = new Set(tags.map(nameKey));
  const removed = new Set((change.tags_remove ?? []).map(nameKey));
  const added = (change.tags_add ?? []).filter((tag) => !had.has(nameKey(tag)));
  if (added.length > 0) opposite.tags_remove = added;
  const lost = tags.filter((tag) => removed.has(nameKey(tag)));
  if (lost.length > 0) opposite.tags_add = lost;
  return opposite;
}

const losesItsTime = ({ status }: BulkChange, article: ListedArticle): boolean =>
  status !== undefined && status !== "published" && stateOf(article, Date.now()) === "Scheduled";

/** How many articles a change publishes, unpublishes or unschedules. */
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
  const removed = new Set([...(change.tags_remove ?? []), ...(change.tags_add ?? [])].map(nameKey));
  const tags = [...article.tags.filter((tag) => !removed.has(nameKey(tag))), ...(change.tags_add ?? [])];
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
  count === 0 ? undefined : `${counted(count)} lost the publication time: reschedule if needed.`;

/**
 * Changes many articles and offers to undo it; resolves with the ids of the changed articles. `onChanged` is called
 * after each successful request, including those of an undo.
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

/** Selected articles of all pages, as last fetched. */
export type Selection = {
  articles: ListedArticle[];
  has: (id: number) => boolean;
  set: (articles: readonly { id: number }[], isSelected: boolean) => void;
  /** Updates selected articles after a bulk change; they may be on other pages. */
  note: (ids: number[], change: BulkChange) => void;
  clear: () => void;
};

/** `rows`: the open page, which refreshes the data of selected articles. */
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
    // Undo can run long after this render.
    note: (ids, change) =>
      setSelected((now) => {
        const of = (id: number, article: ListedArticle) => (ids.includes(id) ? changedBy(change, article) : article);
        return new Map([...now].map(([id, article]) => [id, of(id, article)]));
      }),
    clear: () => setSelected(new Map()),
  };
}

type BulkValues = Record<
  "category" | "status" | (typeof LIST_FLAGS)[number] | "authors" | "tags_add" | "tags_remove",
  string
>;

export const NO_BULK_VALUES: BulkValues = {
  category: "",
  status: "",
  is_featured: "",
  is_editors_pick: "",
  is_auto_update: "",
  is_breaking: "",
  authors: "",
  tags_add: "",
  tags_remove: "",
};

const STATUS_VALUES = ["published", "ready", "draft"] as const;

export function bulkChangeOf(values: BulkValues): BulkChange | undefined {
  const change: BulkChange = {};
  const category = values.category.trim();
  const authors = splitList(values.authors);
  const [added, removed] = [splitList(values.tags_add), splitList(values.tags_remove)];
  if (category) change.category = category;
  const status = STATUS_VALUES.find((known) => known === values.status);
  if (status) change.status = status;
  for (const flag of LIST_FLAGS) if (values[flag]) change[flag] = values[flag] === "true";
  if (authors.length > 0) change.authors = authors;
  if (added.length > 0) change.tags_add = added;
  if (removed.length > 0) change.tags_remove = removed;
  return Object.keys(change).length > 0 ? change : undefined;
}

/** The server's limit for one change. */
const MAX_SELECTED = 500;

/** `onGone` is called with the articles moved to the trash while their rows are still in the list. */
type Props = { selection: Selection; onGone: (ids: number[]) => void };

/** Actions for the selected articles, at the bottom of the window so that selecting the first one moves no row. */
export function BulkBar({ selection, onGone }: Props) {
  const { articles } = selection;
  const [isOpen, setIsOpen] = useState(false);
  const { isBusy, change } = useChangeArticles(selection.note);
  if (articles.length === 0) return null;
  const isTooMany = articles.length > MAX_SELECTED;

  async function apply(wanted: BulkChange) {
    const changed = await change(articles, wanted);
    if (changed.length === 0) return;
    setIsOpen(false);
    if (!wanted.trash) return;
    onGone(changed);
    selection.set(
      changed.map((id) => ({ id })),
      false,
    );
  }

  return (
    <section
      aria-label="Selected articles"
      className="bulk-bar fixed inset-x-3 bottom-3 z-20 mx-auto flex max-w-3xl flex-wrap items-center gap-2 border border-rule bg-paper px-3 py-2 shadow-[0_8px_30px_rgb(0_0_0/0.2)]"
    >
      <p role="status" className="mr-auto text-sm font-semibold tabular-nums">
        {articles.length} selected
        {isTooMany && <span className="font-normal text-muted">: at most {MAX_SELECTED} can be changed together</span>}
      </p>
      <AdminButton variant="primary" disabled={isTooMany} isBusy={isBusy} onClick={() => setIsOpen(true)}>
        Change
      </AdminButton>
      <AdminButton disabled={isTooMany} isBusy={isBusy} onClick={() => apply({ trash: true })}>
        Move to trash
      </AdminButton>
      <AdminButton variant="quiet" onClick={selection.clear}>
        Clear selection
      </AdminButton>
      {isOpen && <BulkDialog articles={articles} isBusy={isBusy} onApply={apply} onClose={() => setIsOpen(false)} />}
    </section>
  );
}

type DialogProps = {
  articles: ListedArticle[];
  isBusy: boolean;
  onApply: (change: BulkChange) => void;
  onClose: () => void;
};

const KEEP = { value: "", label: "No change" };
const STATUSES = [
  { value: "published", label: "Published", needs: "article.publish" },
  { value: "ready", label: "Ready", needs: "article.ready" },
  { value: "draft", label: "Draft", needs: "article.write" },
] as const;
const choices = (on: string, off: string) => [KEEP, { value: "true", label: on }, { value: "false", label: off }];
const FLAGS = [
  { name: "is_auto_update", label: "Auto-Update", options: choices("Enabled", "Disabled") },
  { name: "is_featured", label: "Featured", options: choices("Featured", "Regular") },
  { name: "is_editors_pick", label: "Editor's Pick", options: choices("Yes", "No") },
  { name: "is_breaking", label: "Breaking news", options: choices("Yes", "No") },
] as const;

export function BulkDialog({ articles, isBusy, onApply, onClose }: DialogProps) {
  const [values, setValues] = useState(NO_BULK_VALUES);
  const [isAsked, setIsAsked] = useState(false);
  const change = (given: Partial<typeof values>) => setValues({ ...values, ...given });
  const categories = (useApi(allCategories()).data ?? []).map(({ name }) => ({ value: name, label: name }));
  const may = useMay();
  const statuses = [KEEP, ...STATUSES.filter(({ needs }) => may(needs))];
  const flags = may("article.publish") ? FLAGS : [];
  const wanted = bulkChangeOf(values);
  const effect = wanted && readerEffectOf(wanted, articles);
  const apply = () => {
    setIsAsked(false);
    if (wanted) onApply(wanted);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (effect) setIsAsked(true);
    else apply();
  };
  return (
    <Dialog title={`Change ${counted(articles.length)}`} wide="form" onClose={onClose}>
      <p className="mt-2 text-[0.9375rem] text-muted">Fields that you leave empty do not change.</p>
      <form onSubmit={submit} className="mt-4 space-y-4">
        <SuggestField
          label="Category"
          maxLength={100}
          value={values.category}
          offersFor={(typed) => namesLike(categories, typed)}
          onChange={(category) => change({ category })}
        />
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          <Select label="Status" value={values.status} options={statuses} onChange={(status) => change({ status })} />
          {flags.map(({ name, label, options }) => (
            <Select
              key={name}
              label={label}
              value={values[name]}
              options={options}
              onChange={(value) => change({ [name]: value })}
            />
          ))}
        </div>
        <AuthorsField
          names={splitList(values.authors)}
          error={undefined}
          onChange={(names) => change({ authors: joinList(names) })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TagsField label="Add tags" value={values.tags_add} onChange={(tags_add) => change({ tags_add })} />
          <TagsField
            label="Remove tags"
            value={values.tags_remove}
            onChange={(tags_remove) => change({ tags_remove })}
          />
        </div>
        <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 border-t border-rule bg-paper px-5 py-4 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary" disabled={!wanted} isBusy={isBusy}>
            {isBusy ? "Changing..." : "Apply"}
          </AdminButton>
        </div>
      </form>
      {isAsked && effect && <EffectQuestion effect={effect} onConfirm={apply} onCancel={() => setIsAsked(false)} />}
    </Dialog>
  );
}

type QuestionProps = { effect: ReaderEffect; onConfirm: () => void; onCancel: () => void };

/** Asks before a change that readers see. */
export function EffectQuestion({ effect, onConfirm, onCancel }: QuestionProps) {
  const { verb, count, untimed } = effect;
  const words = verb === "publish" ? `Publish ${counted(count)}` : `Unpublish ${counted(count)}`;
  const them = count === 1 ? "it" : "them";
  const consequence =
    verb === "publish" ? `Readers will see ${them} on the site.` : `Only the newsroom will see ${them}.`;
  return (
    <ConfirmDialog title={`${words}?`} confirm={words} onConfirm={onConfirm} onCancel={onCancel}>
      <p>
        {consequence}
        {untimed > 0 && ` ${counted(untimed)} will lose the scheduled time.`}
      </p>
    </ConfirmDialog>
  );
}
