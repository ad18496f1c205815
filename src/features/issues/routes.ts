import type { FastifyReply, FastifyRequest } from "fastify";
import { accountOf, actorOf } from "#features/accounts/policy.ts";
import { presentMail } from "#features/outbox/present.ts";
import { countByIssue, pageMails } from "#features/outbox/queries.ts";
import { outboxList } from "#features/outbox/schema.ts";
import { type ApiPlugin, idIn } from "#platform/api-plugin.ts";
import { createIdempotently, creationOf } from "#platform/idempotency.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import { matchesVersion, versionTag } from "#platform/version-tags.ts";
import { NotFoundError } from "#shared/errors.ts";
import { TOTAL_HEADER } from "#shared/paging.ts";
import { errorBody, pageQuery } from "#shared/schema.ts";
import { editorApiUrl } from "#shared/urls.ts";
import {
  changeIssue,
  createIssue,
  deleteIssue,
  type IssueParts,
  pauseIssue,
  resumeIssue,
  sendIssue,
  sendTest,
  setDigest,
} from "./commands.ts";
import { issueMail, leavingPage } from "./mail.tsx";
import { presentIssue, weeklyProposal } from "./present.ts";
import { articlesOf, bestOfTheWeek, findIssue, type IssueRow, pageIssues, readDigest } from "./queries.ts";
import { frameKey, isFrameKey, NO_ISSUE } from "./rules.ts";
import {
  digest,
  frameQuery,
  issue,
  issueBody,
  issueChange,
  issueList,
  issueParams,
  issuePreview,
  issueProposal,
  recipientsQuery,
  sendBody,
  testBody,
} from "./schema.ts";

const TAGS = ["Newsletter issues"];
const config = { access: "editor" } as const;
const BASE = "/newsletter/issues";
const NO_PREVIEW = "There is no such preview, or not any more.";
const STALE_REFUSED = "it is refused (409) where somebody has changed the issue since.";

type Deps = IssueParts & { secretKey: string; secure: boolean };
type WithId = { params: { id: string } };

const idOf = ({ params }: WithId) => idIn(params.id, NO_ISSUE);

/** `newsletter/issues/` and `newsletter/digest/`: what editors send to the list. */
export function issueRoutes(parts: Deps): ApiPlugin {
  const { database, clock, postbox } = parts;
  const present = async (row: IssueRow) => presentIssue(row, await countByIssue(database.db, [row.id]));
  const answer = async (reply: FastifyReply, row: IssueRow) => {
    const body = await present(row);
    reply.header("etag", versionTag(row.version, body));
    return body;
  };
  const isCurrentFor = (request: FastifyRequest) => (version: number) =>
    matchesVersion(request.headers["if-match"], version);
  const find = async (request: WithId): Promise<IssueRow> => {
    const row = await findIssue(database.db, idOf(request));
    if (!row) throw new NotFoundError(NO_ISSUE);
    return row;
  };
  const render = async (row: IssueRow) =>
    issueMail(postbox.site, row, await articlesOf(database.db, row, clock.now()), leavingPage(postbox.site));

  return async (app) => {
    app.get(
      BASE,
      {
        config,
        schema: {
          summary: "The issues, newest first, with what became of their mails",
          tags: TAGS,
          querystring: pageQuery,
          response: { 200: issueList },
        },
      },
      async (request, reply) => {
        const { rows, total } = await pageIssues(database.db, request.query);
        const counts = await countByIssue(
          database.db,
          rows.map(({ id }) => id),
        );
        reply.header(TOTAL_HEADER, total);
        return rows.map((row) => presentIssue(row, counts));
      },
    );

    app.post(
      BASE,
      {
        config,
        schema: {
          summary: "Add a draft",
          description: "Asked for again with the same Idempotency-Key, it answers the draft that was added first.",
          tags: TAGS,
          body: issueBody,
          response: { 201: issue },
        },
      },
      async (request, reply) => {
        const row = await createIdempotently(creationOf(request, "issue", accountOf(request)), {
          db: database.db,
          reply,
          create: (note) => createIssue(parts, actorOf(request), request.body, note),
          find: (id) => findIssue(database.db, id),
        });
        return reply.status(201).send(await answer(reply, row));
      },
    );

    app.get(
      `${BASE}/best-of-the-week`,
      {
        config,
        schema: { summary: "A proposal from picks and trending", tags: TAGS, response: { 200: issueProposal } },
      },
      async () => weeklyProposal(postbox.site, (await bestOfTheWeek(database.db, clock.now())).articles),
    );

    app.get(
      `${BASE}/:id`,
      { config, schema: { summary: "One issue", tags: TAGS, params: issueParams, response: { 200: issue } } },
      async (request, reply) => answer(reply, await find(request)),
    );

    app.put(
      `${BASE}/:id`,
      {
        config,
        schema: {
          summary: "Change an issue before it is sent; what is left out keeps its value",
          description: `With the issue's ETag in If-Match, ${STALE_REFUSED}`,
          tags: TAGS,
          params: issueParams,
          body: issueChange,
          response: { 200: issue, 409: errorBody },
        },
      },
      async (request, reply) => {
        const { body } = request;
        return answer(reply, await changeIssue(parts, actorOf(request), idOf(request), body, isCurrentFor(request)));
      },
    );

    app.delete(
      `${BASE}/:id`,
      {
        config,
        schema: {
          summary: "Delete an issue before it is sent",
          tags: TAGS,
          params: issueParams,
        },
      },
      async (request, reply) => {
        await deleteIssue(parts, actorOf(request), idOf(request));
        return reply.status(204).send();
      },
    );

    app.get(
      `${BASE}/:id/preview`,
      {
        config,
        schema: { summary: "The issue as mail", tags: TAGS, params: issueParams, response: { 200: issuePreview } },
      },
      async (request) => {
        const row = await find(request);
        const key = frameKey(parts.secretKey, row.id, clock.now());
        return { ...(await render(row)), frame_url: editorApiUrl.issueFrame(row.id, key) };
      },
    );

    // A frame sends no token: the key in its address, from the call before, stands for it.
    app.get(
      `${BASE}/:id/frame`,
      {
        config: { access: "public" },
        schema: {
          summary: "The HTML part alone, for a frame",
          tags: TAGS,
          params: issueParams,
          querystring: frameQuery,
        },
      },
      async (request, reply) => {
        const id = idIn(request.params.id, NO_PREVIEW);
        const isAllowed = isFrameKey(parts.secretKey, id, clock.now(), request.query.key);
        if (!isAllowed) throw new NotFoundError(NO_PREVIEW);
        const { html } = await render(await find(request));
        return reply
          .headers({ ...securityHeaders("mail", parts.secure), "cache-control": "no-store" })
          .type("text/html; charset=utf-8")
          .send(html);
      },
    );

    app.post(
      `${BASE}/:id/test`,
      {
        config,
        schema: {
          summary: "Send the issue to one address as a test",
          tags: TAGS,
          params: issueParams,
          body: testBody,
        },
      },
      async (request, reply) => {
        await sendTest(parts, actorOf(request), idOf(request), request.body.email);
        return reply.status(204).send();
      },
    );

    app.post(
      `${BASE}/:id/send`,
      {
        config,
        schema: {
          summary: "Send the issue at a time, or now",
          description: `With the ETag of the issue that was looked at in If-Match, ${STALE_REFUSED}`,
          tags: TAGS,
          params: issueParams,
          body: sendBody,
          response: { 200: issue, 400: errorBody, 409: errorBody },
        },
      },
      async (request, reply) => {
        const at = request.body?.at === undefined ? undefined : Date.parse(request.body.at);
        return answer(reply, await sendIssue(parts, actorOf(request), idOf(request), at, isCurrentFor(request)));
      },
    );

    const step = (name: "pause" | "resume", summary: string, run: typeof pauseIssue) =>
      app.post(
        `${BASE}/:id/${name}`,
        {
          config,
          schema: {
            summary,
            tags: TAGS,
            params: issueParams,
            response: { 200: issue, 404: errorBody, 409: errorBody },
          },
        },
        async (request: FastifyRequest & WithId) => present(await run(parts, actorOf(request), idOf(request))),
      );
    step("pause", "Stop an issue, before or while it is sent", pauseIssue);
    step("resume", "Let a paused issue go on", resumeIssue);

    app.get(
      `${BASE}/:id/recipients`,
      {
        config,
        schema: {
          summary: "What became of each recipient's mail, newest first; by state",
          tags: TAGS,
          params: issueParams,
          querystring: recipientsQuery,
          response: { 200: outboxList },
        },
      },
      async (request, reply) => {
        const { id } = await find(request);
        const filter = { state: request.query.state, issueId: id };
        const { rows, total } = await pageMails(database.db, filter, request.query);
        reply.header(TOTAL_HEADER, total);
        return rows.map(presentMail);
      },
    );

    app.get(
      "/newsletter/digest",
      { config, schema: { summary: "When the weekly digest is sent", tags: TAGS, response: { 200: digest } } },
      async () => presentDigest(await readDigest(database.db)),
    );

    app.put(
      "/newsletter/digest",
      {
        config,
        schema: { summary: "Set when the weekly digest is sent", tags: TAGS, body: digest, response: { 200: digest } },
      },
      async (request) => {
        await setDigest(parts, actorOf(request), request.body);
        return presentDigest(await readDigest(database.db));
      },
    );
  };
}

const presentDigest = ({ enabled, weekday, hour }: Awaited<ReturnType<typeof readDigest>>) => ({
  enabled: enabled === 1,
  weekday,
  hour,
});
