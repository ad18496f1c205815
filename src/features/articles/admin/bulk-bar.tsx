import { type FormEvent, useState } from "react";
import { allCategories } from "#features/categories/calls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { ConfirmDialog, Dialog } from "#ui/admin/dialog.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { Select } from "#ui/admin/select.tsx";
import { namesLike, SuggestField } from "#ui/admin/suggest-field.tsx";
import { joinList, splitList } from "#ui/admin/typed-list.ts";
import { FLAG_NAMES } from "../fields.ts";
import type { BulkChange, ListedArticle } from "../schema.ts";
import { AuthorsField } from "./authors-field.tsx";
import { counted, type ReaderEffect, readerEffectOf, type Selection, useChangeArticles } from "./bulk-changes.ts";
import { TagsField } from "./tags-field.tsx";

type BulkValues = Record<
  "category" | "status" | (typeof FLAG_NAMES)[number] | "authors" | "tags_add" | "tags_remove",
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
  // Names are separated as tags are.
  const authors = splitList(values.authors);
  const [added, removed] = [splitList(values.tags_add), splitList(values.tags_remove)];
  if (category) change.category = category;
  const status = STATUS_VALUES.find((known) => known === values.status);
  if (status) change.status = status;
  for (const flag of FLAG_NAMES) if (values[flag]) change[flag] = values[flag] === "true";
  if (authors.length > 0) change.authors = authors;
  if (added.length > 0) change.tags_add = added;
  if (removed.length > 0) change.tags_remove = removed;
  return Object.keys(change).length > 0 ? change : undefined;
}

/** The server's limit for one change. */
const MAX_SELECTED = 500;

/** `onGone` is called with the articles that were moved to the trash, while their rows are still in the list. */
type Props = { selection: Selection; onGone: (ids: number[]) => void };

/** Actions for the selected articles: at the bottom of the window, so that selecting the first moves no row. */
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
        {isTooMany && <span className="font-normal text-muted">: at most {MAX_SELECTED} can be changed at once</span>}
      </p>
      <AdminButton variant="primary" disabled={isTooMany} isBusy={isBusy} onClick={() => setIsOpen(true)}>
        Change
      </AdminButton>
      <AdminButton disabled={isTooMany} isBusy={isBusy} onClick={() => apply({ trash: true })}>
        Move to Trash
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
  { name: "is_breaking", label: "Breaking News", options: choices("Yes", "No") },
] as const;

export function BulkDialog({ articles, isBusy, onApply, onClose }: DialogProps) {
  const [values, setValues] = useState(NO_BULK_VALUES);
  const [isAsked, setIsAsked] = useState(false);
  const change = (given: Partial<typeof values>) => setValues({ ...values, ...given });
  const categories = (useApi(allCategories()).data ?? []).map(({ name }) => ({ value: name, label: name }));
  const may = useMay();
  const statuses = [KEEP, ...STATUSES.filter(({ needs }) => may(needs))];
  // Placing and marking articles needs the permission to publish.
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
