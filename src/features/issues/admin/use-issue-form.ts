import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { errorsAfter, type FieldErrors } from "#ui/admin/field-errors.ts";
import { failureToast, useToast } from "#ui/admin/toasts.tsx";
import type { Issue, IssueBody } from "../schema.ts";
import { bestOfTheWeek, issueChanged, issuesChanged, type SeenIssue, saveIssue } from "./calls.ts";

const EMPTY: IssueBody = { subject: "", preview: "", introduction: "", article_ids: [] };

const bodyOf = ({ subject, preview, introduction, article_ids }: IssueBody): IssueBody => ({
  subject,
  preview,
  introduction,
  article_ids,
});

export type IssueFormState = ReturnType<typeof useIssueForm>;

/** Words that were not chosen, and whose they are. They are kept until the form is left. */
type SetAside = { whose: "mine" | "theirs"; body: IssueBody };

/**
 * What is typed of an issue, and its saving. `issue` is what the server has by now: where somebody else has changed it,
 * an untouched form follows, and any other shows theirs beside what is typed. `onAdded` is told the id of a new one.
 */
export function useIssueForm(issue: Issue | null, onAdded: (id: number) => void) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  /** The version that the form began from. */
  const [base, setBase] = useState(issue);
  const before = base ? bodyOf(base) : EMPTY;
  const [body, setBody] = useState(before);
  const [setAside, setSetAside] = useState<SetAside | null>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isBusy, setIsBusy] = useState(false);
  const isUnsaved = JSON.stringify(body) !== JSON.stringify(before);
  const newer = issue && base && issue.version > base.version && issue.started_at === null ? issue : null;

  useEffect(() => {
    if (!newer || isUnsaved || isBusy) return;
    setBase(newer);
    setBody(bodyOf(newer));
  }, [newer, isUnsaved, isBusy]);

  const change = (part: Partial<IssueBody>) => {
    setBody((now) => ({ ...now, ...part }));
    setErrors((now) => errorsAfter(now, part));
  };

  /** Answers the saved issue, or null where it could not be saved, which is told. */
  const save = () => saveOver(base);

  async function saveOver(seen: SeenIssue | null): Promise<Issue | null> {
    if (isBusy) return null;
    if (body.subject.trim() === "") {
      setErrors({ subject: "Please enter a subject" });
      const description = "Please fill out all required fields";
      show({ title: "Missing required fields", description, variant: "destructive" });
      return null;
    }
    setIsBusy(true);
    try {
      const saved = await saveIssue(api, seen, body);
      issueChanged(client, saved);
      setErrors({});
      setBase(saved);
      // As it was stored, unless somebody typed on meanwhile.
      setBody((now) => (now === body ? bodyOf(saved) : now));
      if (!seen) onAdded(saved.id);
      show({ title: seen ? "Issue updated" : "Issue added" });
      return saved;
    } catch (error) {
      setErrors(error instanceof ApiError ? error.errors : {});
      // Refused as its sending has begun, or as somebody else has changed it: that is to be seen.
      if (error instanceof ApiError && error.status === 409) issuesChanged(client);
      show(failureToast(error, "Error saving issue", "Could not save the issue"));
      return null;
    } finally {
      setIsBusy(false);
    }
  }

  const other = {
    /** Theirs, where somebody else was faster and nothing is decided yet. */
    theirs: isUnsaved ? newer : null,
    setAside,
    takeTheirs(theirs: Issue) {
      setSetAside({ whose: "mine", body });
      setBase(theirs);
      setBody(bodyOf(theirs));
      setErrors({});
    },
    async keepMine(theirs: Issue) {
      if (await saveOver(theirs)) setSetAside({ whose: "theirs", body: bodyOf(theirs) });
    },
    /** Puts what was set aside into the form, and what stands there aside. */
    exchange({ whose, body: other }: SetAside) {
      setSetAside({ whose: whose === "mine" ? "theirs" : "mine", body });
      setBody(other);
      setErrors({});
    },
    discard: () => setSetAside(null),
  };

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
      show(failureToast(error, "Error filling in", "Could not fetch the best of the week"));
    } finally {
      setIsBusy(false);
    }
  }

  return { body, errors, isBusy, isUnsaved, change, save, fillIn, other };
}
