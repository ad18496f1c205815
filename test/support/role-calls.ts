import { ROLES, type Role } from "#shared/actor.ts";
import type { Access } from "#shared/endpoint.ts";
import { reachOf } from "#shared/permissions.ts";

/**
 * What a call answers each role. `+`: it is done, or fails for another reason; `-`: 403 with the permission's name; `?`:
 * 404, as if it did not exist. For a call about an article four of them: of one's own draft, another's draft, another's
 * published article and one's own published one; about a picture two: of one's own and another's.
 */
export type Row = Record<Role, string> & { about?: "article" | "trashed" | "picture"; body?: object; isStream?: true };

const row = (chief = "", editor = "", writer = "", contributor = ""): Row => ({ chief, editor, writer, contributor });
const everyone = row("+", "+", "+", "+");
const editors = row("+", "+", "-", "-");
const chiefs = row("+", "-", "-", "-");
const reading = { ...row("++++", "++++", "+?-+", "+?-+"), about: "article" as const };
const publishing = { ...row("++++", "++++", "----", "----"), about: "article" as const };
const approving = publishing;
/** Suggesting: writers may also do it in others' published articles. */
const suggesting = { ...row("++++", "++++", "+?++", "+?-+"), about: "article" as const };
/** Changing what readers see of a published article. */
const changing = { ...row("++++", "++++", "+?--", "+?--"), about: "article" as const };

/** The row of a call that needs a permission which nobody has for their own things alone. */
function plainRow(access: Access): Row {
  if (access === "public" || access === "either") return everyone;
  const reaches = ROLES.map((role) => reachOf(role, access));
  if (reaches.includes("own")) throw new Error(`${access} depends on whose thing it is: its calls need a row.`);
  const [chief, editor, writer, contributor] = reaches.map((reach) => (reach ? "+" : "-"));
  return row(chief, editor, writer, contributor);
}

/** What each role gets from a call that readers cannot make, or that shows the newsroom more than readers. */
export const rowOf = (name: string, access: Access): Row => CALLS_OF_ROLES[name] ?? plainRow(access);

/**
 * Calls whose rows are not taken from the declared permission: those about a thing of somebody's, those that need a body,
 * and those that a wrong permission would open to too many.
 */
export const CALLS_OF_ROLES: Record<string, Row> = {
  "DELETE /accounts/invitations/:id": chiefs,
  "DELETE /accounts/users/:id": chiefs,
  "DELETE /ads/:id": editors,
  "DELETE /articles/:id": changing,
  "DELETE /articles/:id/approvals": approving,
  "DELETE /articles/:id/asked": reading,
  "DELETE /articles/:id/draft": reading,
  "DELETE /articles/:id/notes/:n": reading,
  "DELETE /articles/:id/preview": reading,
  "DELETE /articles/:id/publish": editors,
  "DELETE /articles/saved-views/:id": everyone,
  "DELETE /articles/templates/:id": everyone,
  "DELETE /budget/:id": everyone,
  "DELETE /categories/:slug": editors,
  "DELETE /contact/:id": editors,
  "DELETE /media/:id": editors,
  "DELETE /newsletter/issues/:id": editors,
  "DELETE /newsletter/issues/:id/draft": editors,
  "DELETE /newsletter/issues/:id/preview": editors,
  "DELETE /newsletter/subscribers/:id": chiefs,
  "DELETE /trash": editors,
  "DELETE /trash/:id": editors,
  "GET /accounts/invitations": chiefs,
  "GET /accounts/users": chiefs,
  "GET /accounts/users/:id/export": chiefs,
  "GET /accounts/users/:id/holdings": chiefs,
  "GET /articles/:id": { ...row("++++", "++++", "+?++", "+?++"), about: "article" },
  "GET /articles/:id/asked": reading,
  "GET /articles/:id/story": reading,
  "GET /articles/:id/draft": reading,
  "GET /articles/:id/notes": reading,
  "GET /articles/:id/numbers": reading,
  "GET /articles/:id/notes/people": reading,
  "GET /articles/:id/series": reading,
  "GET /articles/:id/presence": { ...reading, isStream: true },
  "GET /articles/:id/review": reading,
  "GET /articles/:id/revisions": reading,
  "GET /articles/:id/revisions/:n": reading,
  "GET /articles/:id/suggestion": suggesting,
  "GET /articles/:id/suggestions": suggesting,
  "GET /articles/counts": everyone,
  "GET /articles/saved-views": everyone,
  "GET /articles/templates": everyone,
  // Those without access to every draft get 404, as for an unknown import.
  "GET /articles/templates/:id": everyone,
  "GET /audit": chiefs,
  "GET /budget": everyone,
  "GET /budget/:id": everyone,
  "GET /budget/people": editors,
  "GET /contact": editors,
  "GET /home/order": editors,
  "GET /media/:id": { ...row("++", "++", "++", "++"), about: "picture" },
  "GET /media/tags": everyone,
  "GET /newsletter/digest": editors,
  "GET /newsletter/issues": editors,
  "GET /newsletter/issues/:id": editors,
  "GET /newsletter/issues/:id/draft": editors,
  "GET /newsletter/issues/:id/notes": editors,
  "GET /newsletter/issues/:id/notes/people": editors,
  "GET /newsletter/issues/:id/presence": { ...editors, isStream: true },
  "GET /newsletter/issues/:id/numbers": editors,
  "GET /newsletter/issues/:id/preview": editors,
  "GET /newsletter/issues/:id/size": editors,
  "GET /newsletter/issues/:id/recipients": chiefs,
  "GET /newsletter/issues/:id/revisions": editors,
  "GET /newsletter/issues/:id/revisions/:n": editors,
  "GET /newsletter/issues/best-of-the-week": editors,
  "GET /newsletter/issues/reach": editors,
  "GET /newsletter/bounces": chiefs,
  "GET /newsletter/subscribers": chiefs,
  "GET /outbox": chiefs,
  "GET /reviewers": everyone,
  "GET /settings/audit": chiefs,
  "GET /settings/second-factor": chiefs,
  "GET /tags": everyone,
  "GET /tasks": chiefs,
  "GET /tasks/:id": chiefs,
  "GET /trash": everyone,
  "PATCH /accounts/users/:id": chiefs,
  "PATCH /articles/:id/notes/:n": { ...reading, body: { state: "resolved" } },
  "PATCH /articles/:id/revisions/:n": { ...reading, body: { note: "Named" } },
  "PATCH /articles/templates/:id": { ...everyone, body: { name: "Column" } },
  "PATCH /media/:id": { ...row("++", "++", "+-", "+-"), about: "picture", body: { alt: "A lighthouse" } },
  "PATCH /newsletter/issues/:id/revisions/:n": editors,
  "POST /accounts/invitations": { ...chiefs, body: { email: "invited@news.example", role: "writer" } },
  "POST /ads": editors,
  "POST /articles": { ...everyone, body: { title: "New", category: "Tech" } },
  "POST /articles/:id/approvals": approving,
  "POST /articles/:id/asked/answer": { ...approving, body: { answer: "changes", message: "No" } },
  "POST /articles/:id/corrections": { ...publishing, body: { text: "A correction", position: "top" } },
  "POST /articles/:id/notes": { ...reading, body: { text: "A note" } },
  "POST /articles/:id/notes/:n/replies": { ...reading, body: { text: "A reply" } },
  "POST /articles/:id/preview": reading,
  "POST /articles/:id/publish": publishing,
  "POST /articles/:id/restore": { ...row("++++", "++++", "+??-", "+??-"), about: "trashed" },
  "POST /articles/:id/revisions/:n/restore": reading,
  "POST /articles/:id/suggestions/accept": reading,
  "POST /articles/:id/suggestions/reject": reading,
  "POST /articles/:id/suggestions/withdraw": suggesting,
  "POST /articles/:id/unpublish": publishing,
  "POST /articles/templates": { ...everyone, body: { name: "Column", document: 1 } },
  "POST /articles/bulk": everyone,
  "POST /articles/saved-views": { ...everyone, body: { name: "Ready", filters: "status=ready" } },
  "POST /budget": { ...everyone, body: { title: "A story" } },
  "POST /budget/:id/draft": everyone,
  "POST /categories": editors,
  "POST /mail/test": chiefs,
  "POST /media/:id/replace": editors,
  "POST /media/bulk": { ...everyone, body: { ids: [9_999], change: { tags_add: ["Port"] } } },
  "POST /newsletter/issues": editors,
  "POST /newsletter/issues/:id/notes": { ...editors, body: { text: "A note" } },
  "POST /newsletter/issues/:id/pause": editors,
  "POST /newsletter/issues/:id/preview": editors,
  "POST /newsletter/issues/:id/restore": editors,
  "POST /newsletter/issues/:id/resume": editors,
  "POST /newsletter/issues/:id/revisions/:n/restore": editors,
  "POST /newsletter/issues/:id/send": editors,
  "POST /newsletter/issues/:id/test": editors,
  "POST /newsletter/people/erase": chiefs,
  "POST /newsletter/people/export": chiefs,
  "POST /newsletter/bounces/clear": { ...chiefs, body: { kind: "other" } },
  "POST /newsletter/subscribers": chiefs,
  "POST /newsletter/subscribers/import": chiefs,
  "POST /outbox/:id/send-again": chiefs,
  "POST /remote": everyone,
  "PUT /ads/:id": editors,
  "PUT /articles/:id/series": { ...changing, body: { series: null } },
  "PUT /articles/:id": { ...changing, body: { title: "Changed" } },
  "PUT /articles/:id/asked": { ...reading, body: { person: 1 } },
  "PUT /articles/:id/suggestion": { ...suggesting, body: { title: "Suggested" } },
  "PUT /articles/:id/draft": { ...reading, body: { title: "Changed" } },
  "PUT /articles/:id/presence": { ...reading, body: { field: "title", block: null } },
  "PUT /budget/:id": { ...everyone, body: { note: "Ask the port." } },
  "PUT /categories/:slug": editors,
  "PUT /contact/:id": editors,
  "PUT /home/order": editors,
  "PUT /newsletter/digest": editors,
  "PUT /newsletter/issues/:id": editors,
  "PUT /newsletter/issues/:id/draft": editors,
  "PUT /newsletter/issues/:id/presence": editors,
  "PUT /notifications/settings": { ...everyone, body: { kinds: {} } },
  "POST /redirects": editors,
  "POST /redirects/import": editors,
  "PUT /redirects/:id": editors,
  "DELETE /redirects/:id": editors,
  "DELETE /redirects/missing/:id": editors,
  "POST /settings/appearance/preview": chiefs,
  "GET /settings/typefaces": chiefs,
  "POST /settings/typefaces": chiefs,
  "DELETE /settings/typefaces/:key": chiefs,
  "GET /settings/words": chiefs,
  "GET /settings/words/:language": chiefs,
  "GET /settings/words/:language/messages": chiefs,
  "PUT /settings/words/:language": chiefs,
  "DELETE /settings/words/:language": chiefs,
  "PUT /settings/addresses": chiefs,
  "PUT /settings/mail": chiefs,
  "PUT /settings/appearance": chiefs,
  "PUT /settings/ads": editors,
  "PUT /settings/audit": chiefs,
  "PUT /settings/newsletter": chiefs,
  "PUT /settings/newsroom": chiefs,
  "PUT /settings/retention": chiefs,
  "PUT /settings/menus": chiefs,
  "PUT /settings/house-style": chiefs,
  "PUT /settings/site": chiefs,
  "PUT /settings/second-factor": chiefs,
  "PUT /settings/review": chiefs,
};
