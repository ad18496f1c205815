/** The types of what editors write together: decision 121. */
export const DOCUMENT_TYPES = ["article", "issue", "page"] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** Names a document: numbers of different types may be equal. */
export type DocumentKey = { type: DocumentType; id: number };
