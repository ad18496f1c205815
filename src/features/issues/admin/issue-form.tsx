import { type FormEvent, useEffect, useRef } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useErrorFocus } from "#ui/admin/field-errors.ts";
import { useSaveKey } from "#ui/admin/save-key.ts";
import { Field } from "#ui/field.tsx";
import type { Issue } from "../schema.ts";
import { ArticleSearch } from "./article-search.tsx";
import { ChosenArticles } from "./chosen-articles.tsx";
import { IssueActions } from "./issue-actions.tsx";
import { OtherVersion } from "./other-version.tsx";
import type { IssueFormState } from "./use-issue-form.ts";

type Props = { issue: Issue | null; form: IssueFormState; onGone: () => void };

/** Writes an issue: its words and its articles, and below what is done with it. */
export function IssueForm({ issue, form, onGone }: Props) {
  const { body, errors, isBusy, change } = form;
  const element = useRef<HTMLFormElement>(null);
  useSaveKey(element);
  useEffect(() => element.current?.querySelector<HTMLInputElement>("[name=subject]")?.focus(), []);
  useErrorFocus(element, errors);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void form.save();
  }
  return (
    <>
      <OtherVersion form={form} />
      <form
        ref={element}
        aria-label={issue ? "Edit issue" : "New issue"}
        onSubmit={onSubmit}
        aria-busy={isBusy}
        className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
      >
        <div className="space-y-5">
          <Field
            label="Subject*"
            name="subject"
            value={body.subject}
            aria-required
            maxLength={200}
            autoComplete="off"
            error={errors.subject}
            onChange={(event) => change({ subject: event.target.value })}
          />
          <Field
            label="Preview Text"
            name="preview"
            value={body.preview}
            maxLength={200}
            autoComplete="off"
            hint="What mail programs show beside the subject."
            error={errors.preview}
            onChange={(event) => change({ preview: event.target.value })}
          />
          <Field
            label="Introduction"
            name="introduction"
            rows={7}
            value={body.introduction}
            maxLength={5_000}
            hint="Plain text; an empty line begins a new paragraph."
            error={errors.introduction}
            onChange={(event) => change({ introduction: event.target.value })}
          />
          <div className="flex flex-wrap gap-2">
            <AdminButton type="submit" variant="primary" disabled={isBusy}>
              {isBusy ? "Saving..." : "Save"}
            </AdminButton>
            <AdminButton disabled={isBusy} onClick={() => void form.fillIn()}>
              Fill in best of the week
            </AdminButton>
          </div>
        </div>
        <div className="space-y-6">
          <ChosenArticles
            ids={body.article_ids}
            error={errors.article_ids}
            onChange={(article_ids) => change({ article_ids })}
          />
          <ArticleSearch chosen={body.article_ids} onAdd={(id) => change({ article_ids: [...body.article_ids, id] })} />
        </div>
      </form>
      <IssueActions issue={issue} form={form} onGone={onGone} />
    </>
  );
}
