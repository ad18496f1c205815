import { contentSides } from "#features/documents/room/admin/content-sides.tsx";
import { titleOfCopy } from "#features/documents/room/admin/room-session.ts";
import type { RoomType } from "#features/documents/room/admin/room-type.ts";
import type { RoomForm, SubmitOf } from "#features/documents/room/admin/use-room-form.ts";
import type { VersionFields } from "#features/documents/room/admin/version-fields.ts";
import { shownText } from "#features/documents/rules.ts";
import { adminUrl } from "#shared/urls.ts";
import type { Issue, IssueBody, IssueChange } from "../endpoints.ts";
import { wholeBody } from "../whole-body.ts";
import {
  autosaveIssue,
  createIssue,
  discardWorkingCopy,
  issueChanged,
  issuesChanged,
  newestSaver,
  readNewest,
  secureNewest,
  updateIssue,
} from "./calls.ts";

/** The values of an issue's form: its text includes its articles. */
export type IssueValues = { subject: string; preview: string; body: string };

export const valuesOf = (issue: IssueBody & { text_with_suggestions?: string | undefined }): IssueValues => ({
  subject: issue.subject,
  preview: issue.preview,
  body: shownText(issue, wholeBody(issue)),
});

/** The request body for the fields `names`: a new text empties the introduction and list of articles that it replaces. */
export function changeOf(values: IssueValues, names: readonly (keyof IssueValues)[]): IssueChange {
  const change: IssueChange = Object.fromEntries(names.map((name) => [name, values[name]]));
  return names.includes("body") ? { ...change, introduction: "", article_ids: [] } : change;
}

/** Labels and views of an issue's fields in comparisons of versions. */
export const VERSION_FIELDS: VersionFields<IssueValues> = {
  subject: { label: "Subject", show: ({ subject }) => subject },
  preview: { label: "Preview text", show: ({ preview }) => preview },
  body: { label: "Text", show: ({ body }) => body, sides: (mine, theirs) => contentSides(mine.body, theirs.body) },
};

export type IssueForm = RoomForm<Issue, IssueValues>;

const copyOf = (values: IssueValues): IssueValues => ({ ...values, subject: titleOfCopy(values.subject, 200) });

const ALL = ["subject", "preview", "body"] as const;

/** Unsent newsletter issues. What is typed goes to the working copy. */
export const ISSUE_TYPE: RoomType<Issue, IssueValues> = {
  type: "issue",
  urlOf: adminUrl.issue,
  empty: { subject: "", preview: "", body: "" },
  valuesOf,
  choices: [],
  titleOf: ({ subject }) => subject,
  textField: "body",
  // The server replaces pictures sent as data by their addresses.
  takenOver: ["body"],
  fields: VERSION_FIELDS,
  storesItself: () => true,
  mayCreate: ({ subject }) => subject.trim() !== "",
  missingIn: ({ subject }) => (subject.trim() === "" ? { subject: "Please enter a subject" } : {}),
  read: readNewest,
  create: createIssue,
  save: (api, before, { values, names, key }) => autosaveIssue(api, before, changeOf(values, names), key),
  copy: createIssue,
  duplicate: (api, issue, key) => createIssue(api, copyOf(valuesOf(issue)), key),
  valuesFromTemplate: (fields) => valuesOf(fields as IssueBody),
  newestSaver,
  secureNewest,
  workingCopy: { isIn: ({ has_draft }) => has_draft, discard: discardWorkingCopy },
  onCreated: issueChanged,
  onUpdated: issueChanged,
  onLeft: issuesChanged,
  words: {
    new: "New issue",
    edit: "Edit issue",
    back: "Issues",
    added: "Issue added",
    updated: "Issue updated",
    adding: { title: "Error saving issue", fallback: "Could not save the issue" },
    updating: { title: "Error saving issue", fallback: "Could not save the issue" },
    deleted: "Another user deleted this issue. Your text is still here: saving it creates a new issue.",
  },
};

export const saveIssue: SubmitOf<Issue, IssueValues> = (api, { before, values, key }) =>
  before ? updateIssue(api, before, changeOf(values, ALL), key) : createIssue(api, values, key);
