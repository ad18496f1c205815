import { articleDocument } from "#features/articles/document.ts";
import { requireApproval } from "#features/articles/review.ts";
import { articleSubscribers, onWrites } from "#features/articles/subscribers.ts";
import { type Entry, recordEntries } from "#features/audit/commands.ts";
import { ACTIONS } from "#features/audit/rules.ts";
import { budgetSubscribers } from "#features/calendar/budget/commands.ts";
import { documentSubscribers } from "#features/documents/subscribers.ts";
import { subscribe } from "#features/events/commands.ts";
import type { Subscriber } from "#features/events/types.ts";
import { keySubscribers } from "#features/keys/commands.ts";
import { ISSUE } from "#features/newsletter/issues/type.ts";
import { PAGE } from "#features/pages/type.ts";
import { disclosePlanned, recordPublications } from "#features/record/commands.ts";
import { readLastText } from "#features/record/queries.ts";
import { indexArticles } from "#features/search/commands.ts";
import { importSubscribers } from "#features/transfer/imports/commands.ts";
import { webhookSubscribers } from "#features/webhooks/subscribers.ts";
import { wireSubscribers } from "#features/wire/subscribers.ts";
import { clearTakenDown } from "./picture-uses.ts";

/** The audit log has every event whose action it names. */
const auditSubscriber: Subscriber = {
  actions: "all",
  react: ({ trx, clock }, events) =>
    recordEntries(
      trx,
      clock,
      events.filter((event): event is typeof event & Entry => event.action in ACTIONS),
    ),
};

/** All reactions to events, in their order: first what may reject a change, last what remembers it. */
subscribe([
  ...articleSubscribers,
  onWrites(indexArticles),
  recordPublications,
  disclosePlanned,
  clearTakenDown,
  ...documentSubscribers([articleDocument, ISSUE, PAGE]),
  ...keySubscribers,
  ...budgetSubscribers,
  ...importSubscribers,
  ...wireSubscribers,
  auditSubscriber,
  ...webhookSubscribers,
]);

export const guardPublication = requireApproval(readLastText);
