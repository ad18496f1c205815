import { type ReactNode, type Ref, useState } from "react";
import { OthersHere } from "#features/documents/presence/admin/others-here.tsx";
import type { Passages, RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { RichTextEditor } from "#features/editor/admin/rich-text-editor.tsx";
import { inLanguage } from "#shared/language.ts";
import { pageUrl } from "#shared/urls.ts";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { HeadlineField } from "../headline-field.tsx";
import { LONG_TITLE } from "./checks.ts";
import type { ArticleForm } from "./use-article-form.ts";

type Props = {
  form: ArticleForm;
  editor: Ref<RichTextHandle>;
  offers: ReactNode;
  /** Those that notes are about; a new article has none yet. */
  passages: Passages | undefined;
  /** Somebody else has opened or left the article. */
  onOthers: () => void;
};

/** The article itself: headline, standfirst and text. */
export function RoomPaper({ form, editor, offers, ...rest }: Props) {
  const { base, values, errors, change } = form;
  // The initial content: the editor manages later changes itself.
  const [content] = useState(values.content);
  const hasNewsroom = useHasNewsroom();
  const inItsLanguage = inLanguage(values.language);
  return (
    <div className="room-paper">
      {base && hasNewsroom && (
        <OthersHere
          type="article"
          id={base.id}
          isOpenTwice={form.isOpenTwice}
          onChange={rest.onOthers}
          onSaved={(etag) => form.session.notice(etag)}
        />
      )}
      {offers}
      <HeadlineField
        {...inItsLanguage}
        label="Title*"
        name="title"
        placeholder="Title"
        rows={1}
        aria-required
        isOneParagraph
        autoComplete="off"
        className={values.title.length > LONG_TITLE ? "headline-lg" : "headline-xl"}
        value={values.title}
        error={errors.title}
        onChange={(title) => change({ title })}
      />
      <HeadlineField
        {...inItsLanguage}
        label="Excerpt"
        name="excerpt"
        placeholder="Excerpt: the story in a sentence or two"
        rows={3}
        className="mt-4 font-serif text-xl leading-snug text-muted sm:text-[1.375rem]"
        value={values.excerpt}
        error={errors.excerpt}
        onChange={(excerpt) => change({ excerpt })}
      />
      <div className="room-text">
        <RichTextEditor
          ref={editor}
          label="Content"
          labelHidden
          language={values.language}
          pageUrl={base ? new URL(pageUrl.article(base.id), location.href).href : undefined}
          value={content}
          error={errors.content}
          passages={rest.passages}
          fields={[
            { name: "title", label: "title", text: values.title, onChange: (title) => change({ title }) },
            { name: "excerpt", label: "excerpt", text: values.excerpt, onChange: (excerpt) => change({ excerpt }) },
          ]}
          onChange={(html) => change({ content: html })}
        />
      </div>
    </div>
  );
}
