/** The types of documents that editors write together (decision 121). */
export const DOCUMENT_TYPES = ["article", "issue", "page"] as const;
export type DocumentTypeName = (typeof DOCUMENT_TYPES)[number];

/** Identifies a document: ids of different types may be equal. */
export type DocumentKey = { type: DocumentTypeName; id: number };

/** The paths of documents below `/api`. */
export const DOCUMENT_PATHS = {
  article: "/articles",
  issue: "/newsletter/issues",
  page: "/pages",
} as const satisfies Record<DocumentTypeName, string>;
