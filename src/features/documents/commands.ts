import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { forgetNotificationsAbout } from "#features/notifications/commands.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import { forgetRevisions } from "./history/commands.ts";
import { forgetNotes } from "./notes/commands.ts";
import { forgetPreviews } from "./previews/commands.ts";
import { endRequests } from "./requests/commands.ts";
import { forgetApprovals } from "./review/commands.ts";
import { forgetSuggestions } from "./suggestions/commands.ts";

/** Deletes the data of permanently deleted documents of a type: versions, notes, links, reviews, suggestions. */
export async function forgetDocuments(
  trx: Transaction<Tables>,
  type: DocumentTypeName,
  ids: readonly number[],
): Promise<void> {
  await forgetRevisions(trx, type, ids);
  await forgetNotes(trx, type, ids);
  await forgetPreviews(trx, type, ids);
  await endRequests(trx, type, ids);
  await forgetApprovals(trx, type, ids);
  await forgetSuggestions(trx, type, ids);
  await forgetNotificationsAbout(trx, type, ids);
}
