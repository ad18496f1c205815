import { chiefs, type Declaration, editors } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

/**
 * Collaborative writing of articles, issues and pages: working copies, versions, previews, notes, presence, review,
 * trash. Owns their tables. Promises: no saved word is lost or overwritten unseen, a repeated save has no
 * effect, and nothing is published without permission and required approval.
 */
export const documents = {
  screens: {
    trash: { title: "Trash", path: adminUrl.trash(), finder: [{ words: "deleted articles issues pages" }] },
  },
  permissions: {
    "article.approve": { does: "approve other users' texts", roles: editors },
    "article.override": { does: "override the approval of a second person, with a reason", roles: chiefs },
    "trash.purge": { does: "permanently delete articles, issues and pages", roles: editors, keys: "alone" },
  },
  pictures: { template: { label: "Template" } },
  actionKinds: { template: "Templates" },
  actions: {
    "template.create": "Template made",
    "template.change": "Template changed",
    "template.delete": "Template deleted",
    "article.ask": "Review requested",
    "article.unask": "Review request withdrawn",
    "article.decline": "Changes to an article requested",
    "article.approve": "Article approved",
    "article.override": "Approval overridden",
    "article.disapprove": "Approval withdrawn",
    "issue.ask": "Review of an issue requested",
    "issue.unask": "Request to review an issue withdrawn",
    "issue.decline": "Changes to an issue requested",
    "issue.approve": "Issue approved",
    "issue.override": "Approval of an issue overridden",
    "issue.disapprove": "Approval of an issue withdrawn",
    "article.suggest": "Changes to an article suggested",
    "article.accept": "Suggestions for an article accepted",
    "article.reject": "Suggestions for an article rejected",
    "issue.suggest": "Changes to an issue suggested",
    "issue.accept": "Suggestions for an issue accepted",
    "issue.reject": "Suggestions for an issue rejected",
    "article.trash": "Article moved to the trash",
    "article.restore": "Article restored from the trash",
    "article.purge": "Article permanently deleted",
    "article.share": "Preview link created",
    "article.unshare": "Preview links revoked",
  },
  personalData: {
    "versions and working copies of articles, newsletter issues and pages": {
      columns: {
        "revision.author_id": "revisions",
        "revision.suggested_by": "revisions",
        "working_copy.saved_by": "revisions",
        "working_copy.publish_by": null,
      },
      until: "the article, issue or page is deleted",
      exported: "yes, without the texts; the article contains who scheduled it",
      erased: "number",
      afterwards: "the number, shown as “Former author”",
    },
    "idempotency keys of saves": {
      columns: { "document_save.account_id": null },
      until: "14 days later",
      exported: "no: the program chose the key",
      erased: "number",
    },
    "who deleted an article or issue": {
      columns: { "trashed_document.trashed_by": "audit" },
      until: "it leaves the trash",
      exported: "yes, in the audit log",
      erased: "number",
    },
    "notes and replies, and whom they mention": {
      columns: { "note.author_id": "notes", "note_reply.author_id": "replies" },
      until: "the article or issue goes",
      exported: "yes",
      erased: "number",
      afterwards: "the number, shown as “Former author”, also in others' mentions",
    },
    "approvals of texts, and overrides with their reasons": {
      columns: { "approval.approver_id": "approvals" },
      until: "the document goes",
      exported: "yes",
      erased: "number",
      afterwards: "the number, and the reason",
    },
    "requests for a review, and their answers": {
      columns: { "review_request.asked_by": "review_requests", "review_request.asked_id": "review_requests" },
      until: "the document is published, sent or deleted",
      exported: "yes",
      erased: "gone",
      afterwards: "gone; its requests to others stay without a name",
    },
    "suggestions for a document": {
      columns: { "suggestion.author_id": "suggestions", "suggestion.decided_by": null },
      until: "the document is deleted",
      exported: "yes, without the texts; who decided is not exported",
      erased: "gone",
    },
    "whose suggestions were accepted in a document": {
      columns: { "accepted_suggestion.owner_id": null },
      until: "the document is deleted",
      exported: "yes, with the versions that accepted them",
      erased: "gone",
    },
    "who has an article, issue or page open, and their position in it": {
      columns: { "presence.account_id": null },
      until: "seconds after it is closed",
      exported: "no: it expires within seconds",
      erased: "expires",
      afterwards: "gone within a minute",
    },
    "the creator of a template": {
      columns: { "template.created_by": "templates" },
      until: "it is deleted",
      exported: "yes",
      erased: "number",
    },
    "the creator of a preview link": {
      columns: { "preview_link.created_by": null },
      until: "7 days, or until it is revoked",
      exported: "no: the link is a hash",
      erased: "number",
    },
  },
} as const satisfies Declaration;
