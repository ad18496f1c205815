import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import type { EditForm } from "#ui/admin/edit-form/use-edit-form.ts";
import type { Issue, IssueBody } from "../schema.ts";
import { createIssue, readIssue, updateIssue } from "./calls.ts";
import { VERSION_FIELDS } from "./version-fields.tsx";

/** The form of an issue being edited. */
export type IssueEditForm = EditForm<Issue, IssueBody>;

const bodyOf = ({ subject, preview, introduction, article_ids }: IssueBody): IssueBody => ({
  subject,
  preview,
  introduction,
  article_ids,
});

/** Newsletter issues, as the form adds and changes them before they are sent. */
export const ISSUE_KIND: FormKind<Issue, IssueBody> = {
  name: "issue",
  what: "issue",
  titleOf: ({ subject }) => subject,
  fields: VERSION_FIELDS,
  empty: { subject: "", preview: "", introduction: "", article_ids: [] },
  idOf: ({ id }) => id,
  valuesOf: bodyOf,
  missingIn: ({ subject }) => (subject.trim() === "" ? { subject: "Please enter a subject" } : {}),
  takenOver: [],
  closesWhenSaved: false,
  read: readIssue,
  create: (api, { values }, key) => createIssue(api, values, key),
  update: (api, before, { values }) => updateIssue(api, before, values),
  copyOf: (body) => body,
  words: {
    added: "Issue added",
    updated: "Issue updated",
    adding: { title: "Error saving issue", fallback: "Could not save the issue" },
    updating: { title: "Error saving issue", fallback: "Could not save the issue" },
    deleted: "This issue was deleted meanwhile. Your text is still here: saving it makes a new issue.",
  },
};
