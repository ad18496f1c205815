import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "#shared/api-client.ts";
import { detailOf, useEditorApi } from "#shared/editor-api.tsx";
import { errorsAfter, type FieldErrors } from "#ui/admin/field-errors.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import type { Issue, IssueBody } from "../schema.ts";
import { bestOfTheWeek, issueChanged, issuesChanged, saveIssue } from "./calls.ts";

const EMPTY: IssueBody = { subject: "", preview: "", introduction: "", article_ids: [] };

const bodyOf = ({ subject, preview, introduction, article_ids }: IssueBody): IssueBody => ({
  subject,
  preview,
  introduction,
  article_ids,
});

export type IssueFormState = ReturnType<typeof useIssueForm>;

/** What is typed of an issue, and its saving. `onAdded` is told the id of a new one. */
export function useIssueForm(issue: Issue | null, onAdded: (id: number) => void) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const [before, setBefore] = useState(() => (issue ? bodyOf(issue) : EMPTY));
  const [body, setBody] = useState(before);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isBusy, setIsBusy] = useState(false);
  const isUnsaved = JSON.stringify(body) !== JSON.stringify(before);

  const change = (part: Partial<IssueBody>) => {
    setBody((now) => ({ ...now, ...part }));
    setErrors((now) => errorsAfter(now, part));
  };

  /** Answers the saved issue, or null where it could not be saved, which is told. */
  async function save(): Promise<Issue | null> {
    if (isBusy) return null;
    if (body.subject.trim() === "") {
      setErrors({ subject: "Please enter a subject" });
      const description = "Please fill out all required fields";
      show({ title: "Missing required fields", description, variant: "destructive" });
      return null;
    }
    setIsBusy(true);
    try {
      const saved = await saveIssue(api, issue?.id ?? null, body);
      issueChanged(client, saved);
      setErrors({});
      setBefore(bodyOf(saved));
      // As it was stored, unless somebody typed on meanwhile.
      setBody((now) => (now === body ? bodyOf(saved) : now));
      if (!issue) onAdded(saved.id);
      show({ title: issue ? "Issue updated" : "Issue added" });
      return saved;
    } catch (error) {
      setErrors(error instanceof ApiError ? error.errors : {});
      // Refused as its sending has begun: the state is to be seen.
      if (error instanceof ApiError && error.status === 409) issuesChanged(client);
      const description = detailOf(error, "Could not save the issue");
      show({ title: "Error saving issue", description, variant: "destructive" });
      return null;
    } finally {
      setIsBusy(false);
    }
  }

  /** Fills in the best of the week; words that stand there already stay. */
  async function fillIn() {
    setIsBusy(true);
    try {
      const best = await bestOfTheWeek(api);
      change({
        subject: body.subject.trim() || best.subject,
        preview: body.preview.trim() || best.preview,
        introduction: body.introduction.trim() || best.introduction,
        article_ids: best.article_ids,
      });
      show({ title: "Best of the week filled in" });
    } catch (error) {
      const description = detailOf(error, "Could not fetch the best of the week");
      show({ title: "Error filling in", description, variant: "destructive" });
    } finally {
      setIsBusy(false);
    }
  }

  return { body, errors, isBusy, isUnsaved, change, save, fillIn };
}
