import { useQueryClient } from "@tanstack/react-query";
import { type Ref, type RefObject, useImperativeHandle, useRef, useState } from "react";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { RichTextEditor } from "#features/editor/admin/rich-text-editor.tsx";
import { AdminButton, RadioGroup, Switch } from "#ui/admin/controls.tsx";
import type { Beginning } from "#ui/admin/edit-form/beginning.ts";
import type { UnsavedDraft } from "#ui/admin/edit-form/draft-store.ts";
import { FormBody } from "#ui/admin/edit-form/form-body.tsx";
import { FormFooter } from "#ui/admin/edit-form/form-footer.tsx";
import type { LivePart } from "#ui/admin/edit-form/form-work.ts";
import { useEditForm } from "#ui/admin/edit-form/use-edit-form.ts";
import type { FormGuard } from "#ui/admin/edit-form/use-open-form.ts";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { FormCard } from "#ui/admin/panel.tsx";
import { Field } from "#ui/field.tsx";
import { FIELDS, FLAG_NAMES } from "../fields.ts";
import type { ArticleDetail } from "../schema.ts";
import { ARTICLE_KIND } from "./article-kind.ts";
import { ArticlePictureField } from "./article-picture-field.tsx";
import { CategoryField, useCategoryQuestion } from "./category-field.tsx";
import type { FormValues } from "./form-values.ts";
import { listCreated, listUpdated } from "./list-cache.ts";
import { PublicationField } from "./publication-field.tsx";

export type ArticleFormProps = {
  account: string;
  beginning: Beginning<ArticleDetail, FormValues>;
  guard: Ref<FormGuard>;
  onDone: () => void;
  onCreated: (id: number) => void;
  onCancel: () => void;
  /** The changes were discarded, which can be undone. */
  onDiscarded: (draft: UnsavedDraft<FormValues>) => void;
};

const STATUSES = [
  { value: "published", label: "Published" },
  { value: "draft", label: "Draft" },
] as const;

/** The form to add or edit an article: the spec's fields, then the additional ones. */
export function ArticleForm({ account, beginning, guard, onDone, onCreated, ...rest }: ArticleFormProps) {
  const editor = useRef<RichTextHandle>(null);
  const live = useRef<LivePart<FormValues>>(null);
  const client = useQueryClient();
  const at = useEditForm(ARTICLE_KIND, {
    account,
    beginning,
    guard,
    live,
    onStored: (article, isNew) => (isNew ? listCreated : listUpdated)(client, article),
    onDone,
    onCreated: ({ id }) => onCreated(id),
  });
  const { base, values, file, change, errors, isBusy } = at;
  const category = useCategoryQuestion(values.category, base?.category ?? "");
  // The initial content: the editor manages later changes itself.
  const [content] = useState(values.content);

  useLiveContent(live, editor);
  const save = (staysOpen: boolean) => category.whenAnswered(() => void at.save({ staysOpen }));

  return (
    <FormCard title={base ? "Edit Article" : "Add New Article"}>
      <FormBody
        form={at}
        className="space-y-5"
        firstField="title"
        onSubmit={() => save(false)}
        onSaveKey={() => save(true)}
      >
        <div className="grid gap-5 md:grid-cols-[2fr_1fr]">
          <Field
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
          onAddress={(image_url, alt) => change({ image_url, ...(alt && !values.image_alt && { image_alt: alt }) })}
          onFile={(chosen) => at.setFile(chosen, "image_url")}
        />
        <Flags values={values} change={change} />
        <Details values={values} change={change} errors={errors} stored={base} />
        <FormFooter
          form={at}
          save={base ? (isBusy ? "Updating..." : "Update Article") : isBusy ? "Adding..." : "Add Article"}
          onDiscard={() => rest.onDiscarded(at.discard())}
        >
          {base && <AdminButton onClick={rest.onCancel}>Cancel</AdminButton>}
        </FormFooter>
      </FormBody>
    </FormCard>
  );
}

/** Lets the form read and replace the editor's current content. */
function useLiveContent(live: RefObject<LivePart<FormValues> | null>, editor: RefObject<RichTextHandle | null>): void {
  useImperativeHandle(live, () => ({
    read: () => (editor.current ? { content: editor.current.html() } : {}),
    // Replacing identical content would lose the caret and the undo history.
    write: (next) => {
      if (next.content !== editor.current?.html()) editor.current?.replace(next.content);
    },
  }));
}

type PartProps = { values: FormValues; change: (values: Partial<FormValues>) => void };

/** The switches for where the article appears on the site. */
function Flags({ values, change }: PartProps) {
  return FLAG_NAMES.map((name) => (
    <Switch
      key={name}
      label={FIELDS[name].label}
      hint={FIELDS[name].hint}
      checked={values[name]}
      onChange={(on) => change({ [name]: on })}
    />
  ));
}

type DetailProps = PartProps & { errors: FieldErrors; stored: ArticleDetail | null };

/** Status and less common fields. */
function Details({ values, change, errors, stored }: DetailProps) {
  return (
    <>
      <RadioGroup legend="Status" options={STATUSES} value={values.status} onChange={(status) => change({ status })} />
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
        stored={stored}
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
    </>
  );
}
