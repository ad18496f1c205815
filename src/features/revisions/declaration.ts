import type { Declaration } from "#shared/declaration.ts";

export const revisions = {
  personalData: {
    "versions of articles, newsletter issues and pages, and working copies": {
      columns: {
        "revision.author_id": "revisions",
        "working_copy.saved_by": "revisions",
        "working_copy.publish_by": null,
      },
      until: "the article, issue or page goes",
      exported: "yes, without the texts; the article says who set a time",
      erased: "number",
      afterwards: "the number, shown as “Former author”",
    },
    "what a program saved under a key, so that it saves it once": {
      columns: { "document_save.account_id": null },
      until: "14 days later",
      exported: "no: the program chose the key",
      erased: "number",
    },
  },
} as const satisfies Declaration;
