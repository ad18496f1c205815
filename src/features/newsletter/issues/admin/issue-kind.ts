import { uploadPicture } from "#features/media/pictures/admin/upload.ts";
import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import type { EditForm } from "#ui/admin/edit-form/use-edit-form.ts";
import type { Issue } from "../schema.ts";
import { autosaveIssue, createIssue, isOwnNewest, readIssue, secureNewest, updateIssue } from "./calls.ts";
import { changeOf, type IssueValues, valuesOf } from "./issue-values.ts";
import { VERSION_FIELDS } from "./version-fields.tsx";

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
