import { type FormEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { AdminButton, RadioGroup, Switch } from "#ui/admin/controls.tsx";
import { FormCard } from "#ui/admin/panel.tsx";
import { useSaveKey } from "#ui/admin/save-key.ts";
import { useUnsaved } from "#ui/admin/unsaved.ts";
import { Field } from "#ui/field.tsx";
import type { ArticleDetail } from "../schema.ts";
import { ArticlePictureField } from "./article-picture-field.tsx";
import type { Beginning } from "./beginning.ts";
import { CategoryField, useCategoryQuestion } from "./category-field.tsx";
import { DraftState } from "./draft-state.tsx";
import { RichTextEditor, type RichTextHandle } from "./editor/rich-text-editor.tsx";
import { PublicationField } from "./publication-field.tsx";
import { useArticleForm } from "./use-article-form.ts";
import { VersionDialog } from "./version-dialog.tsx";

/** What the tab can ask of an open form. */
export type FormGuard = {
  /** Whether it may be left; asks where something is unsaved. */
  mayLeave: () => boolean;
  /** Its unsaved work is given up. */
  discard: () => void;
};

type Props = {
  account: string;
  beginning: Beginning;
  guard: Ref<FormGuard>;
  onDone: (article: ArticleDetail) => void;
  onCreated: (article: ArticleDetail) => void;
  onCancel: () => void;
};

const STATUSES = [
  { value: "published", label: "Published" },
  { value: "draft", label: "Draft" },
] as const;

/** The form to add or edit an article (spec section 2): the spec's fields, then those beyond it. */
export function ArticleForm({ account, beginning, guard, onDone, onCreated, onCancel }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const editor = useRef<RichTextHandle>(null);
  const title = useRef<HTMLInputElement>(null);
  const at = useArticleForm({ account, beginning, form, editor, onDone, onCreated });
  const { base, change, errors, isBusy } = at;
  const { values, file } = at.work;
  const category = useCategoryQuestion(values.category, base?.article.category ?? "");
  const mayLeave = useUnsaved(at.isUnsaved);
  // What the editor begins with: later words are its own.
  const [content] = useState(values.content);

  useImperativeHandle(guard, () => ({ mayLeave, discard: at.draft.forget }), [mayLeave, at.draft.forget]);
  useEffect(() => title.current?.focus(), []);
  useSaveKey(form, () => category.whenAnswered(() => at.save(true)));

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    category.whenAnswered(() => at.save(false));
  }

  return (
    <FormCard title={base ? "Edit Article" : "Add New Article"}>
      {at.note && (
        <p role="alert" className="mb-4 border-l-4 border-accent bg-surface px-4 py-3 text-[0.9375rem]">
          {at.note}
        </p>
      )}
      <form ref={form} noValidate onSubmit={onSubmit} aria-busy={isBusy} className="space-y-5">
        <div className="grid gap-5 md:grid-cols-[2fr_1fr]">
          <Field
            ref={title}
            label="Title*"
            name="title"
            aria-required
            value={values.title}
            error={errors.title}
            onChange={(event) => change({ title: event.target.value })}
          />
          <CategoryField
            value={values.category}
            error={errors.category}
            question={category}
            onChange={(name) => change({ category: name })}
          />
        </div>
        <Field
          label="Excerpt"
          name="excerpt"
          rows={3}
          value={values.excerpt}
          error={errors.excerpt}
          onChange={(event) => change({ excerpt: event.target.value })}
        />
        <RichTextEditor
          ref={editor}
          label="Content"
          value={content}
          error={errors.content}
          onChange={(html) => change({ content: html })}
        />
        <ArticlePictureField
          address={values.image_url}
          file={file}
          error={errors.image_url}
          onAddress={(address) => change({ image_url: address })}
          onFile={at.setFile}
        />
        <Switch
          label="Enable automatic content updates"
          hint="The article updates automatically when new content is available from the author."
          checked={values.is_auto_update}
          onChange={(on) => change({ is_auto_update: on })}
        />
        <Switch
          label="Featured Article"
          hint="The article is highlighted on the homepage."
          checked={values.is_featured}
          onChange={(on) => change({ is_featured: on })}
        />
        <Switch
          label="Editor's Pick"
          hint="The article is shown in the Editor's Picks section."
          checked={values.is_editors_pick}
          onChange={(on) => change({ is_editors_pick: on })}
        />
        <RadioGroup
          legend="Status"
          options={STATUSES}
          value={values.status}
          onChange={(status) => change({ status })}
        />
        <Field
          label="Tags"
          name="tags"
          hint="Separated by commas. Readers see them below the article."
          value={values.tags}
          error={errors.tags}
          onChange={(event) => change({ tags: event.target.value })}
        />
        <PublicationField
          value={values.published_date}
          status={values.status}
          error={errors.published_date}
          onChange={(date) => change({ published_date: date })}
        />
        <Field
          label="Image alternative text"
          name="image_alt"
          hint="What the article image shows, for readers who do not see it."
          value={values.image_alt}
          error={errors.image_alt}
          onChange={(event) => change({ image_alt: event.target.value })}
        />
        <div className="flex flex-wrap items-center gap-3 border-t border-rule pt-5">
          <AdminButton type="submit" variant="primary" aria-disabled={isBusy} aria-keyshortcuts="Control+S Meta+S">
            {base ? (isBusy ? "Updating..." : "Update Article") : isBusy ? "Adding..." : "Add Article"}
          </AdminButton>
          {base && <AdminButton onClick={onCancel}>Cancel</AdminButton>}
          <DraftState draft={at.draft} isUnsaved={at.isUnsaved} />
        </div>
      </form>
      {at.conflict && (
        <VersionDialog
          mine={at.current().values}
          theirs={at.conflict}
          keepLabel={at.wasRefused ? "Keep mine and save it" : "Keep mine"}
          isBusy={isBusy}
          onKeepMine={at.resolve.keepMine}
          onTakeTheirs={at.resolve.takeTheirs}
          onCopy={at.resolve.copy}
          onClose={at.resolve.close}
        />
      )}
    </FormCard>
  );
}
