import { useEditorApi } from "#shared/editor-api.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import type { UnsavedDraft } from "#ui/admin/edit-form/draft-store.ts";
import { FormBody } from "#ui/admin/edit-form/form-body.tsx";
import { FormFooter } from "#ui/admin/edit-form/form-footer.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { Field } from "#ui/field.tsx";
import type { Issue, IssueBody } from "../schema.ts";
import { ArticleSearch } from "./article-search.tsx";
import { bestOfTheWeek } from "./calls.ts";
import { ChosenArticles } from "./chosen-articles.tsx";
import { IssueActions } from "./issue-actions.tsx";
import type { IssueEditForm } from "./issue-kind.ts";

type Props = {
  issue: Issue | null;
  form: IssueEditForm;
  onGone: () => void;
  onDiscarded: (draft: UnsavedDraft<IssueBody>) => void;
};

/** The issue editor: its texts and articles, and the actions below. */
export function IssueForm({ issue, form, onGone, onDiscarded }: Props) {
  const { values: body, errors, isBusy, change } = form;
  const fillIn = useFillIn(form);
  return (
    <>
      <FormBody
        form={form}
        label={issue ? "Edit issue" : "New issue"}
        firstField="subject"
        onSubmit={() => void form.save({ staysOpen: true })}
        isOpen={({ started_at }) => started_at === null}
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
          <FormFooter form={form} save={isBusy ? "Saving..." : "Save"} onDiscard={() => onDiscarded(form.discard())}>
            <AdminButton disabled={isBusy} onClick={() => void fillIn()}>
              Fill in best of the week
            </AdminButton>
          </FormFooter>
        </div>
        <div className="space-y-6">
          <ChosenArticles
            ids={body.article_ids}
            error={errors.article_ids}
            onChange={(article_ids) => change({ article_ids })}
          />
          <ArticleSearch chosen={body.article_ids} onAdd={(id) => change({ article_ids: [...body.article_ids, id] })} />
        </div>
      </FormBody>
      <IssueActions issue={issue} form={form} onGone={onGone} />
    </>
  );
}

/** Fills in the best of the week; existing texts are kept. */
function useFillIn({ run, current, change }: IssueEditForm) {
  const api = useEditorApi();
  const show = useToast();
  return () =>
    run(
      async () => {
        const best = await bestOfTheWeek(api);
        const { subject, preview, introduction } = current().values;
        change({
          subject: subject.trim() || best.subject,
          preview: preview.trim() || best.preview,
          introduction: introduction.trim() || best.introduction,
          article_ids: best.article_ids,
        });
        show({ title: "Best of the week filled in" });
      },
      { title: "Error filling in", fallback: "Could not fetch the best of the week" },
    );
}
