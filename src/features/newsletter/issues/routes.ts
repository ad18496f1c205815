import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { hasChanges, versionNames } from "#features/documents/history/queries.ts";
import type { ClaimKey } from "#features/documents/history/saves.ts";
import type { Revision } from "#features/documents/history/schema.ts";
import { lifecycleHandlers } from "#features/documents/lifecycle/routes.ts";
import { saveDocument } from "#features/documents/lifecycle/saving.ts";
import { findEdited, nameOf } from "#features/documents/lifecycle/type.ts";
import { ofDocuments } from "#features/documents/types.ts";
import { accountNames } from "#features/identity/accounts/queries.ts";
import type { MailTheme } from "#features/mail/mail.tsx";
import { mailSite, pageMails, presentMail } from "#features/mail/queries.ts";
import { countRecipients } from "#features/newsletter/audience/queries.ts";
import { type ApiPlugin, type Call, type Handlers, idIn, type ResponseHead, serve } from "#platform/endpoints.ts";
import { createIdempotently, creationOf } from "#platform/idempotency.ts";
import type { Secrets } from "#platform/keys.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import { NotFoundError } from "#shared/errors.ts";
import { isIncluded } from "#shared/include.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { isoDate } from "#shared/time.ts";
import { ANYBODY, accountOf, actorOf } from "#shared/viewer.ts";
import { createIssueWithPictures, type IssueStore } from "./commands.ts";
import { setDigest } from "./digest.ts";
import { issueDocument, readTyped } from "./document.ts";
import { type IssueBody, type IssueDraft, type IssueEndpoints, issueEndpoints } from "./endpoints.ts";
import { withNodes } from "./internal/content-parts.ts";
import { issueMail, leavingPage } from "./mail.tsx";
import { readCounted } from "./numbers/queries.ts";
import {
  articlesOf,
  bestOfTheWeek,
  correctionsIn,
  findIssue,
  type IssueRow,
  pageIssues,
  presentIssue,
  readDigest,
  weeklyProposal,
  withArticles,
} from "./queries.ts";
import { frameKey, isFrameKey, NO_ISSUE } from "./rules.ts";
import { pauseIssue, requireAhead, resumeIssue, sendTest, type TestCounts } from "./sending.ts";
import { type EditedIssue, editedRow, ISSUE } from "./type.ts";

const NO_PREVIEW = "Preview not found or expired.";

type Deps = IssueStore & Secrets & { secure: boolean; testCounts: TestCounts };
type WithId = { params: { id: string } };
type Served = Partial<Handlers<IssueEndpoints>>;

const idOf = ({ params }: WithId) => idIn(params.id, "issue_not_found", NO_ISSUE);
type Of<Name extends keyof IssueEndpoints> = Call<IssueEndpoints[Name]>;

export function issueRoutes(parts: Deps): ApiPlugin {
  return async (app) =>
    serve(app, issueEndpoints, {
      ...issueHandlers(parts),
      ...previews(parts),
      ...testing(parts),
      ...digestSetting(parts),
    });
}

/** Presents issues; the ETag names the version of an issue and its working copy. */
const PRESENTATION = {
  nameOf,
  present: async (db: Kysely<Tables>, edited: EditedIssue) =>
    presentIssue(edited.row, await readCounted(db, [edited.row.id]), nameOf(edited), hasChanges(edited.copy)),
  async presentDraft(db: Kysely<Tables>, edited: EditedIssue): Promise<IssueDraft> {
    const { copy, row } = edited;
    const counts = await readCounted(db, [row.id]);
    const issue = presentIssue(editedRow(edited), counts, nameOf(edited), hasChanges(copy));
    if (!copy) return issue;
    const names = await accountNames(db, [copy.saved_by]);
    return { ...issue, saved: isoDate(copy.saved_at), saved_by: names.get(copy.saved_by ?? 0) ?? null };
  },
  presentVersion: (head: Revision, fields: IssueBody) => ({ ...head, ...fields }),
};

function issueHandlers(parts: Deps) {
  const { db } = parts.database;
  const { clock } = parts;
  const type = issueDocument(parts);
  const { document, respond, once, drafts, publish, versions } = lifecycleHandlers(parts, type, PRESENTATION);
  return {
    ...ofDocuments(ISSUE, { ...drafts, ...versions }),
    "GET /newsletter/issues": async ({ query, viewer }: Of<"GET /newsletter/issues">, reply: ResponseHead) => {
      const hasArticles = isIncluded(query.include, "articles");
      const { rows, total } = await pageIssues(db, query);
      const ids = rows.map(({ id }) => id);
      const [counts, names] = [await readCounted(db, ids), await versionNames(db, ISSUE, ids)];
      reply.header(TOTAL_HEADER, total);
      const stories = await ISSUE.stories(db, ids);
      const issues = rows.map((row) => ({
        ...presentIssue(row, counts, names.get(row.id)),
        story: stories.get(row.id),
      }));
      return hasArticles ? withArticles(db, viewer, clock.now(), issues) : issues;
    },
    "POST /newsletter/issues": async (call: Of<"POST /newsletter/issues">, reply: ResponseHead) => {
      const issue = await createIdempotently(creationOf(call, "issue", accountOf(call)), {
        db,
        reply,
        create: (note) => createIssueWithPictures(parts, document, actorOf(call), call.body, note),
        find: async (id) => (await findIssue(db, id)) && document.read(db, id),
      });
      return respond(reply, issue);
    },
    "GET /newsletter/issues/:id": async (call: Of<"GET /newsletter/issues/:id">, reply: ResponseHead) =>
      respond(reply, await document.read(db, idOf(call))),
    "PUT /newsletter/issues/:id": async (call: Of<"PUT /newsletter/issues/:id">, reply: ResponseHead) => {
      const ifMatch = call.headers["if-match"];
      const save = (claim: ClaimKey) =>
        saveDocument(parts, document, actorOf(call), idOf(call), { fields: call.body }, { ifMatch, claim });
      return once(call, reply, document, save);
    },
    "POST /newsletter/issues/:id/send": (call: Of<"POST /newsletter/issues/:id/send">, reply: ResponseHead) => {
      const at = call.body?.at === undefined ? undefined : Date.parse(call.body.at);
      requireAhead(at, clock.now());
      return publish(call, reply, { at });
    },
    "POST /newsletter/issues/:id/pause": async (call: Of<"POST /newsletter/issues/:id/pause">) =>
      (await pauseIssue(parts, document, actorOf(call), idOf(call), call.headers["if-match"])).body,
    "POST /newsletter/issues/:id/resume": async (call: Of<"POST /newsletter/issues/:id/resume">) =>
      (await resumeIssue(parts, document, actorOf(call), idOf(call), call.headers["if-match"])).body,
  };
}

function previews(parts: Deps) {
  const { database, clock, mailQueue } = parts;
  const render = async (row: IssueRow, theme?: MailTheme) => {
    const issue = withNodes(row);
    const articles = await articlesOf(database.db, ANYBODY, issue, clock.now());
    return issueMail(await mailSite(database.db, mailQueue.site), issue, articles, {
      leaveUrl: leavingPage(mailQueue.site),
      theme,
      corrections: await correctionsIn(database.db, ANYBODY, issue, clock.now()),
    });
  };
  return {
    "GET /newsletter/issues/best-of-the-week": async () =>
      weeklyProposal(
        await mailSite(database.db, mailQueue.site),
        (await bestOfTheWeek(database.db, ANYBODY, clock.now())).articles,
      ),

    "GET /newsletter/issues/reach": async () => ({ recipients: (await countRecipients(database.db)).count }),

    "GET /newsletter/issues/:id/preview": async (call) => {
      const row = await readTyped(parts, idOf(call));
      const given = { params: { id: row.id }, query: { key: frameKey(parts.secretKey, row.id, clock.now()) } };
      const frameUrl = clientOf<IssueEndpoints>().url("GET /newsletter/issues/:id/frame", given);
      return { ...(await render(row)), frame_url: frameUrl };
    },

    "GET /newsletter/issues/:id/size": async (call) => ({
      bytes: Buffer.byteLength((await render(await readTyped(parts, idOf(call)))).html),
    }),

    "GET /newsletter/issues/:id/frame": async (call, reply) => {
      const id = idIn(call.params.id, "preview_not_found", NO_PREVIEW);
      const isAllowed = isFrameKey(parts, id, clock.now(), call.query.key);
      if (!isAllowed) throw new NotFoundError("preview_not_found", NO_PREVIEW);
      const { html } = await render(await readTyped(parts, id), call.query.theme);
      return reply
        .headers({ ...securityHeaders("mail", parts.secure), "cache-control": "no-store" })
        .type("text/html; charset=utf-8")
        .send(html);
    },
  } satisfies Served;
}

function testing(parts: Deps) {
  const { db } = parts.database;
  return {
    "POST /newsletter/issues/:id/test": (call) => sendTest(parts, actorOf(call), idOf(call), call.body.email),

    "GET /newsletter/issues/:id/recipients": async (call, reply) => {
      const { id } = (await findEdited(db, ISSUE, idOf(call))).row;
      const filter = { state: call.query.state, issueId: id };
      const { rows, total } = await pageMails(db, filter, call.query);
      reply.header(TOTAL_HEADER, total);
      return rows.map(presentMail);
    },
  } satisfies Served;
}

function digestSetting(parts: Deps) {
  const { db } = parts.database;
  return {
    "GET /newsletter/digest": async () => presentDigest(await readDigest(db)),

    "PUT /newsletter/digest": async (call) => presentDigest(await setDigest(parts, actorOf(call), call.body)),
  } satisfies Served;
}

const presentDigest = ({ enabled, weekday, hour }: Awaited<ReturnType<typeof setDigest>>) => ({
  enabled: enabled === 1,
  weekday,
  hour,
});
