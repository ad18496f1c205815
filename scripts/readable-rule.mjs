/** What a viewer may read of the articles is decided in src/db/readable.ts alone. */

/** A condition on the status of articles, or on their date and the present. */
export const READABLE =
  /\bstatus(", "(=|<>|!=|not in|in)", \[?"published| (=|<>|!=|not in|in) \(?'published)|(published_at|effective_at)[\s",]{0,4}[<>]=?[\s",${]{0,5}now\b/;
/** Files that may have one of their own, each with its reason. */
export const JUDGES_STATUS = {
  "src/features/articles/list/queries.ts": "the editors' list, whatever the status",
  "src/features/articles/list/internal/spans.ts": "the editors' list, and counts what is scheduled as well",
  "src/features/articles/policy.ts": "whether anything is or will be published",
  "src/features/calendar/queries.ts": "the newsroom's plan",
};

/** The public reader, which requests get once (`request.viewer`) and queries are passed. */
export const PUBLIC_READER = /\bANYBODY\b|kind: "anonymous"|\bviewerOf\(null/;
/** Files that may name it, each with what it makes for all readers. */
export const MADE_FOR_ALL = {
  "src/features/webhooks/internal/bodies.ts": "receivers get what everyone may read",
  "src/shared/viewer.ts": "its definition",
  "src/app/create-app.ts": "the viewer of each request without a session",
  "src/app/default-menus.ts": "the menus of the site, which pages and mails have alike",
  "src/features/feeds/announcements/queries.ts": "announcements of a job",
  "src/features/newsletter/issues/jobs.ts": "mails to subscribers",
  "src/features/newsletter/issues/sending.ts": "mails to subscribers",
  "src/features/newsletter/issues/routes.ts": "mails to subscribers, before they are sent",
};
