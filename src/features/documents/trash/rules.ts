import type { DocumentTypeName } from "#shared/document.ts";
import { DAY } from "#shared/time.ts";

/** How long a deleted document can be restored, in milliseconds: 30 days. */
export const TRASH_TTL_MS = 30 * DAY;

/** The message for a document that is not in the trash. */
export const notInTrash = (type: DocumentTypeName) => `This ${type} is not in the trash.`;
