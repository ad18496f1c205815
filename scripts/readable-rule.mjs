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
