import { peopleOf, presentRevision } from "#features/documents/history/present.ts";
import { findWorkingCopy } from "#features/documents/history/queries.ts";
import { saveOnce } from "#features/documents/history/saves.ts";
import { accountNames } from "#features/identity/accounts/queries.ts";
import type { MailTheme } from "#features/mail/mail.tsx";
import { countByIssue, mailSite, pageMails, presentMail } from "#features/mail/queries.ts";
import { countRecipients } from "#features/newsletter/audience/queries.ts";
import { type ApiPlugin, type Call, type Handlers, idIn, type ResponseHead, serve } from "#platform/endpoints.ts";
import { createIdempotently, creationOf } from "#platform/idempotency.ts";
import type { Secrets } from "#platform/keys.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import { matchesVersion, versionsIn, versionTag } from "#platform/version-tags.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import { NotFoundError } from "#shared/errors.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { isoDate } from "#shared/time.ts";
import { accountOf, actorOf } from "#shared/viewer.ts";
import { discardWorkingCopy, noteVersion } from "./commands.ts";
import { setDigest } from "./digest.ts";
import { type IssueDraft, type IssueEndpoints, issueEndpoints } from "./endpoints.ts";
import { withNodes } from "./internal/content-parts.ts";
import { issueMail, leavingPage } from "./mail.tsx";
import { changeIssueWithPictures, createIssueWithPictures, type IssueStore } from "./pictures.ts";
import {
  articlesOf,
  bestOfTheWeek,
  correctionsIn,
  findIssue,
  findIssueVersion,
  type IssueRow,
  issueVersionNames,
  pageIssues,
  pageIssueVersions,
  presentIssue,
  readDigest,
  weeklyProposal,
} from "./queries.ts";
import { frameKey, isFrameKey, issueKey, NO_ISSUE, NO_VERSION, NO_WORKING_COPY } from "./rules.ts";
import { pauseIssue, resumeIssue, sendIssue, sendTest, type TestCounts } from "./sending.ts";
import { type Edited, editedRow, findEdited, nameOf } from "./working-copy.ts";

const NO_PREVIEW = "Preview not found or expired.";

type Deps = IssueStore & Secrets & { secure: boolean; testCounts: TestCounts };
type WithId = { params: { id: string } };
type Served = Partial<Handlers<IssueEndpoints>>;

type SaveCall = Call<IssueEndpoints["PUT /newsletter/issues/:id" | "PUT /newsletter/issues/:id/draft"]>;

const idOf = ({ params }: WithId) => idIn(params.id, "issue_not_found", NO_ISSUE);
const isCurrentFor =
  ({ headers }: { headers: { "if-match"?: string | undefined } }) =>
  (name: string) =>
    matchesVersion(headers["if-match"], name);

export function issueRoutes(parts: Deps): ApiPlugin {
  return async (app) =>
    serve(app, issueEndpoints, {
      ...writing(parts),
      ...versions(parts),
      ...previews(parts),
      ...sending(parts),
      ...digestSetting(parts),
    });
}

/** Builds the responses of issues; the ETag identifies the version of an issue and its working copy. */
function issueResponses({ database: { db } }: Deps) {
  const setTag = (reply: ResponseHead, edited: Edited, body: object) =>
    reply.header("etag", versionTag(nameOf(edited), body));
  const present = async (edited: Edited, row = edited.row) =>
    presentIssue(row, await countByIssue(db, [row.id]), nameOf(edited));
  return {
    present,
    async respond(reply: ResponseHead, edited: Edited) {
      const body = await present(edited);
      setTag(reply, edited, body);
      return body;
    },
    /** Builds the response with the working copy of an issue. */
    async respondWithDraft(reply: ResponseHead, edited: Edited): Promise<IssueDraft> {
      const issue = await present(edited, editedRow(edited));
      const { copy } = edited;
      const names = await accountNames(db, [copy?.saved_by ?? null]);
      const savedBy = names.get(copy?.saved_by ?? 0) ?? null;
      const body = copy ? { ...issue, saved: isoDate(copy.saved_at), saved_by: savedBy } : issue;
      setTag(reply, edited, body);
      return body;
    },
    find: (call: WithId): Promise<Edited> => findEdited(db, idOf(call)),
  };
}

function writing(parts: Deps) {
  const { db } = parts.database;
  const { respond, respondWithDraft, find } = issueResponses(parts);
  const save = (call: SaveCall, reply: ResponseHead, isAutosave: boolean) =>
    saveOnce(call, {
      db,
      clock: parts.clock,
      reply,
      document: issueKey(idOf(call)),
      save: (claim) => {
        const { "if-match": ifMatch = "", "idempotency-key": key } = call.headers;
        const options = {
          isCurrent: isCurrentFor(call),
          begun: versionsIn(ifMatch)[0],
          hasKey: key !== undefined,
          isAutosave,
          claim,
        };
        return changeIssueWithPictures(parts, actorOf(call), idOf(call), call.body, options);
      },
      read: () => find(call),
    });
  return {
    "GET /newsletter/issues": async ({ query }, reply) => {
      const { rows, total } = await pageIssues(db, query);
      const ids = rows.map(({ id }) => id);
      const [counts, names] = [await countByIssue(db, ids), await issueVersionNames(db, ids)];
      reply.header(TOTAL_HEADER, total);
      return rows.map((row) => presentIssue(row, counts, names.get(row.id)));
    },

    "POST /newsletter/issues": async (call, reply) => {
      const row = await createIdempotently(creationOf(call, "issue", accountOf(call)), {
        db,
        reply,
        create: (note) => createIssueWithPictures(parts, actorOf(call), call.body, note),
        find: (id) => findIssue(db, id),
      });
      return respond(reply, { row, copy: await findWorkingCopy(db, issueKey(row.id)) });
    },

    "GET /newsletter/issues/:id": async (call, reply) => respond(reply, await find(call)),

    "PUT /newsletter/issues/:id": async (call, reply) => respond(reply, await save(call, reply, false)),

    "GET /newsletter/issues/:id/draft": async (call, reply) => {
      const edited = await find(call);
      if (!edited.copy && edited.row.state !== "draft")
        throw new NotFoundError("working_copy_not_found", NO_WORKING_COPY);
      return respondWithDraft(reply, edited);
    },

    "PUT /newsletter/issues/:id/draft": async (call, reply) => respondWithDraft(reply, await save(call, reply, true)),

    "DELETE /newsletter/issues/:id/draft": (call) => discardWorkingCopy(parts, idOf(call)),
  } satisfies Served;
}

function versions(parts: Deps) {
  const { db } = parts.database;
  const { respond } = issueResponses(parts);
  const versionOf = (call: { params: { id: string; n: string } }) => ({
    id: idOf(call),
    n: idIn(call.params.n, "version_not_found", NO_VERSION),
  });
  const namesFor = (heads: Parameters<typeof peopleOf>[0]) => accountNames(db, peopleOf(heads));
  return {
    "GET /newsletter/issues/:id/revisions": async (call, reply) => {
      const { rows: heads, total } = await pageIssueVersions(db, idOf(call), call.query);
      reply.header(TOTAL_HEADER, total);
      const names = await namesFor(heads);
      return heads.map((head) => presentRevision(head, names));
    },

    "GET /newsletter/issues/:id/revisions/:n": async (call) => {
      const { id, n } = versionOf(call);
      const { head, says } = await findIssueVersion(db, id, n);
      return { ...presentRevision(head, await namesFor([head])), ...says };
    },

    "PATCH /newsletter/issues/:id/revisions/:n": async (call) => {
      const { id, n } = versionOf(call);
      await noteVersion(parts, { id, n }, call.body.note);
      const { head } = await findIssueVersion(db, id, n);
      return presentRevision(head, await namesFor([head]));
    },

    "POST /newsletter/issues/:id/revisions/:n/restore": async (call, reply) => {
      const { id, n } = versionOf(call);
      const { says } = await findIssueVersion(db, id, n);
      const options = { isCurrent: isCurrentFor(call) };
      return respond(reply, await changeIssueWithPictures(parts, actorOf(call), id, says, options));
    },
  } satisfies Served;
}

function previews(parts: Deps) {
  const { database, clock, mailQueue } = parts;
  const { find } = issueResponses(parts);
  const render = async (row: IssueRow, theme?: MailTheme) => {
    const issue = withNodes(row);
    const articles = await articlesOf(database.db, issue, clock.now());
    return issueMail(await mailSite(database.db, mailQueue.site), issue, articles, {
      leaveUrl: leavingPage(mailQueue.site),
      theme,
      corrections: await correctionsIn(database.db, issue, clock.now()),
    });
  };
  return {
    "GET /newsletter/issues/best-of-the-week": async () =>
      weeklyProposal(
        await mailSite(database.db, mailQueue.site),
        (await bestOfTheWeek(database.db, clock.now())).articles,
      ),

    "GET /newsletter/issues/reach": async () => ({ recipients: (await countRecipients(database.db)).count }),

    "GET /newsletter/issues/:id/preview": async (call) => {
      const row = editedRow(await find(call));
      const given = { params: { id: row.id }, query: { key: frameKey(parts.secretKey, row.id, clock.now()) } };
      const frameUrl = clientOf<IssueEndpoints>().url("GET /newsletter/issues/:id/frame", given);
      return { ...(await render(row)), frame_url: frameUrl };
    },

    "GET /newsletter/issues/:id/size": async (call) => ({
      bytes: Buffer.byteLength((await render(editedRow(await find(call)))).html),
    }),

    "GET /newsletter/issues/:id/frame": async (call, reply) => {
      const id = idIn(call.params.id, "preview_not_found", NO_PREVIEW);
      const isAllowed = isFrameKey(parts, id, clock.now(), call.query.key);
      if (!isAllowed) throw new NotFoundError("preview_not_found", NO_PREVIEW);
      const { html } = await render(editedRow(await find(call)), call.query.theme);
      return reply
        .headers({ ...securityHeaders("mail", parts.secure), "cache-control": "no-store" })
        .type("text/html; charset=utf-8")
        .send(html);
    },
  } satisfies Served;
}

function sending(parts: Deps) {
  const { present, respond, find } = issueResponses(parts);
  return {
    "POST /newsletter/issues/:id/test": (call) => sendTest(parts, actorOf(call), idOf(call), call.body.email),

    "POST /newsletter/issues/:id/send": async (call, reply) => {
      const at = call.body?.at === undefined ? undefined : Date.parse(call.body.at);
      return respond(reply, await sendIssue(parts, actorOf(call), idOf(call), at, isCurrentFor(call)));
    },

    "POST /newsletter/issues/:id/pause": async (call) => present(await pauseIssue(parts, actorOf(call), idOf(call))),

    "POST /newsletter/issues/:id/resume": async (call) =>
      present(await resumeIssue(parts, actorOf(call), idOf(call), isCurrentFor(call))),

    "GET /newsletter/issues/:id/recipients": async (call, reply) => {
      const { id } = (await find(call)).row;
      const filter = { state: call.query.state, issueId: id };
      const { rows, total } = await pageMails(parts.database.db, filter, call.query);
      reply.header(TOTAL_HEADER, total);
      return rows.map(presentMail);
    },
  } satisfies Served;
}

function digestSetting(parts: Deps) {
  const { db } = parts.database;
  return {
    "GET /newsletter/digest": async () => presentDigest(await readDigest(db)),

    "PUT /newsletter/digest": async (call) => {
      await setDigest(parts, actorOf(call), call.body);
      return presentDigest(await readDigest(db));
    },
  } satisfies Served;
}

const presentDigest = ({ enabled, weekday, hour }: Awaited<ReturnType<typeof readDigest>>) => ({
  enabled: enabled === 1,
  weekday,
  hour,
});
