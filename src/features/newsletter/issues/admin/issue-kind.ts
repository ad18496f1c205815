import { useQueryClient } from "@tanstack/react-query";
import { contentSides } from "#features/articles/admin/version-fields.tsx";
import { ARTICLE_ATTRIBUTE } from "#features/content/model.ts";
import { uploadPicture } from "#features/media/pictures/admin/upload.ts";
import { escapeText } from "#shared/escape.ts";
import { paragraphsOf } from "#shared/text.ts";
import { adminUrl } from "#shared/urls.ts";
import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import type { EditForm } from "#ui/admin/edit-form/use-edit-form.ts";
import { useKeptCopies } from "#ui/admin/edit-form/use-kept-copies.ts";
import type { VersionFields } from "#ui/admin/edit-form/version-fields.ts";
import type { Issue, IssueBody, IssueChange } from "../endpoints.ts";
import {
  autosaveIssue,
  createIssue,
  isOwnNewest,
  issueChanged,
  readIssue,
  secureNewest,
  updateIssue,
} from "./calls.ts";

/** An issue as it is written: its text holds its articles too. */
export type IssueValues = { subject: string; preview: string; body: string };

type Content = Pick<IssueBody, "introduction" | "body" | "article_ids">;

const paragraphsHtml = (text: string): string =>
  paragraphsOf(text)
    .map((paragraph) => `<p>${escapeText(paragraph).replace(/\r\n?|\n/g, "<br />")}</p>`)
    .join("");

const blockHtml = (id: number, hasPicture: boolean) =>
  `<article class="${hasPicture ? "with-picture" : "without-picture"}" ${ARTICLE_ATTRIBUTE}="${id}"></article>`;

/** A text with articles at its end, as mails show those that are only listed: of them alone, the first has its picture. */
export function withArticles(body: string, ids: readonly number[]): string {
  const others = ids.filter((id) => !body.includes(`${ARTICLE_ATTRIBUTE}="${id}"`));
  const isFirst = !body.includes("<article ");
  return body + others.map((id, index) => blockHtml(id, isFirst && index === 0)).join("");
}

/** Introduction, text and articles as one text, which says the same. */
export const wholeBody = ({ introduction, body, article_ids }: Content): string =>
  withArticles(paragraphsHtml(introduction) + body, article_ids);

export const valuesOf = (issue: Issue): IssueValues => ({
  subject: issue.subject,
  preview: issue.preview,
  body: wholeBody(issue),
});

/** The fields `names` as the server takes them: with the text, what it has taken over is emptied. */
export function changeOf(values: IssueValues, names: readonly (keyof IssueValues)[]): IssueChange {
  const change: IssueChange = Object.fromEntries(names.map((name) => [name, values[name]]));
  return names.includes("body") ? { ...change, introduction: "", article_ids: [] } : change;
}

/** How the fields of an issue are shown next to those of another version. */
export const VERSION_FIELDS: VersionFields<IssueValues> = {
  subject: { label: "Subject", show: ({ subject }) => subject },
  preview: { label: "Preview Text", show: ({ preview }) => preview },
  body: { label: "Text", show: ({ body }) => body, sides: (mine, theirs) => contentSides(mine.body, theirs.body) },
};

/** The form of an issue being edited. */
export type IssueEditForm = EditForm<Issue, IssueValues>;

const ALL = ["subject", "preview", "body"] as const;

/** Newsletter issues, as they are written before they are sent. They store themselves: nobody sees them yet. */
export const ISSUE_KIND: FormKind<Issue, IssueValues> = {
  // Its values are others than those of the form named "issue".
  name: "newsletter",
  what: "issue",
  titleOf: ({ subject }) => subject,
  fields: VERSION_FIELDS,
  empty: { subject: "", preview: "", body: "" },
  idOf: ({ id }) => id,
  valuesOf,
  missingIn: ({ subject }) => (subject.trim() === "" ? { subject: "Please enter a subject" } : {}),
  // Pictures that came as data have an address now.
  takenOver: ["body"],
  upload: uploadPicture,
  closesWhenSaved: false,
  isOwn: (api, { id }) => isOwnNewest(api, id),
  read: readIssue,
  create: (api, { values }, key) => createIssue(api, values, key),
  update: (api, before, { values }) => updateIssue(api, before, changeOf(values, ALL)),
  secure: (api, { id }) => secureNewest(api, id),
  autosave: {
    leaves: [],
    begin: async (_api, values) => values,
    store: (api, before, values, names) => autosaveIssue(api, before, changeOf(values, names)),
    mayBegin: ({ subject }) => subject.trim() !== "",
    mayStoreLater: ({ state, started_at }) => state !== "scheduled" && started_at === null,
  },
  copyOf: (values) => values,
  words: {
    added: "Issue added",
    updated: "Issue updated",
    adding: { title: "Error saving issue", fallback: "Could not save the issue" },
    updating: { title: "Error saving issue", fallback: "Could not save the issue" },
    deleted: "This issue was deleted meanwhile. Your text is still here: saving it makes a new issue.",
  },
};

/** Stores issues that were written while the server could not be reached. */
export function useKeptIssues(): void {
  const client = useQueryClient();
  useKeptCopies(ISSUE_KIND, {
    urlOf: ({ id }) => adminUrl.issue(id),
    onStored: (issues) => {
      for (const issue of issues) issueChanged(client, issue);
    },
  });
}
