import { emptyPictureOfWorkingCopies } from "#features/articles/desk/pictures.ts";
import { articleDocument } from "#features/articles/document.ts";
import { emptyPictureOfArticles, withoutPicture } from "#features/articles/pictures.ts";
import { requireApproval } from "#features/articles/review.ts";
import { articleSubscribers, onWrites } from "#features/articles/subscribers.ts";
import { emptyPictureOfTrash } from "#features/articles/trash.ts";
import { type Entry, recordEntries } from "#features/audit/commands.ts";
import { ACTIONS } from "#features/audit/rules.ts";
import { documentSubscribers } from "#features/documents/subscribers.ts";
import { emptyPictureOfTemplates } from "#features/documents/templates/commands.ts";
import { on, subscribe } from "#features/events/commands.ts";
import type { Subscriber } from "#features/events/types.ts";
import { emptyPictureOfAccounts } from "#features/identity/accounts/authors.ts";
import { keySubscribers } from "#features/keys/commands.ts";
import { ISSUE } from "#features/newsletter/issues/type.ts";
import { PAGE } from "#features/pages/type.ts";
import { disclosePlanned, recordPublications } from "#features/record/commands.ts";
import { readLastText } from "#features/record/queries.ts";
import { indexArticles } from "#features/search/commands.ts";
import { emptyPictureOfAppearance } from "#features/settings/appearance/pictures.ts";
import { webhookSubscribers } from "#features/webhooks/subscribers.ts";
import { emptyIn } from "#platform/records/pictures.ts";
import { PICTURED } from "./picture-uses.ts";

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

/** Features clear the fields that name a picture which was taken down. */
const onTakedown = on(["picture.takedown"], async ({ trx, clock }, events) => {
  for (const {
    by,
    facts: { key },
  } of events) {
    await emptyPictureOfArticles(trx, { clock }, key, by);
    await emptyPictureOfWorkingCopies(trx, { clock }, key, by);
    await emptyPictureOfTemplates(trx, key, withoutPicture);
    await emptyPictureOfAppearance(trx, clock, key);
    for (const empty of [emptyPictureOfTrash, ...PICTURED.map(emptyIn), emptyPictureOfAccounts]) await empty(trx, key);
  }
});

/** All reactions to events, in their order: first what may reject a change, last what remembers it. */
subscribe([
  ...articleSubscribers,
  onWrites(indexArticles),
  recordPublications,
  disclosePlanned,
  onTakedown,
  ...documentSubscribers([articleDocument, ISSUE, PAGE]),
  ...keySubscribers,
  auditSubscriber,
  ...webhookSubscribers,
]);

export const guardPublication = requireApproval(readLastText);
