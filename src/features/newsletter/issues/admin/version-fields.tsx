import { contentSides } from "#features/articles/admin/version-fields.tsx";
import type { VersionFields } from "#ui/admin/edit-form/version-fields.ts";
import type { IssueValues } from "./issue-values.ts";

/** How the fields of an issue are shown next to those of another version. */
export const VERSION_FIELDS: VersionFields<IssueValues> = {
  subject: { label: "Subject", show: ({ subject }) => subject },
  preview: { label: "Preview Text", show: ({ preview }) => preview },
  body: { label: "Text", show: ({ body }) => body, sides: (mine, theirs) => contentSides(mine.body, theirs.body) },
};
