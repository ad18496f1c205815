import sharp from "sharp";
import { expect, test } from "vitest";
import { subscribe } from "#features/events/commands.ts";
import type { Subscriber } from "#features/events/types.ts";
import { DOCUMENT_PATHS, DOCUMENT_TYPES } from "#shared/document.ts";
import { watchAfterCommit } from "#test/support/after-commit.ts";
import { EDITOR } from "#test/support/editor.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { formRequest } from "#test/support/form.ts";
import { type Person, startStaff } from "#test/support/staff.ts";

const ofDocuments = (...names: string[]) =>
  names.flatMap((name) => DOCUMENT_TYPES.map((type) => name.replace("/documents", DOCUMENT_PATHS[type])));

/** Endpoints that state no event, by the reason. */
const WITHOUT_EVENT: Record<string, readonly string[]> = {
  "only reads, compares or prepares": [
    "POST /accounts/passkeys/options",
    "POST /exports/:id/download",
    "POST /fronts/versions/:id/preview",
    "POST /imports/:id/retry-pictures",
    "POST /remote",
    "POST /settings/appearance/preview",
    "POST /setup/check",
    "POST /sources/:id/poll",
    "POST /system/downloads",
  ],
  "strangers can repeat it at will": [
    "POST /accounts/password/forgot",
    "POST /ads/:id/view",
    "POST /articles/:id/view",
    "POST /contact",
    "POST /system/client-errors",
    "POST /token/passkey",
    "POST /token/refresh",
  ],
  "only its own account sees it": [
    "DELETE /articles/saved-views/:id",
    "POST /articles/saved-views",
    "POST /notifications/:id/read",
    "POST /notifications/read",
    "PUT /notifications/settings",
  ],
  "marks among colleagues; what begins a talk is an event": [
    "PATCH /wire/stories/:id",
    "PUT /contact/:id",
    ...ofDocuments(
      "DELETE /documents/:id/notes/:n",
      "PATCH /documents/:id/notes/:n",
      "PATCH /documents/:id/revisions/:n",
      "POST /documents/:id/suggestions/withdraw",
      "PUT /documents/:id/presence",
    ),
  ],
  "a picture is shown nowhere until a document has it": ["POST /media/:id/edit", "POST /upload"],
  "a count of missing pages starts again": ["DELETE /redirects/missing/:id"],
};

/** Endpoints that need a mailbox, a device, another server or an older state: tests named here call them. */
const ELSEWHERE: Record<string, readonly string[]> = {
  "setup.test.ts": ["POST /setup"],
  "invitations.test.ts": ["POST /accounts/invitations/accept"],
  "own-password.test.ts": ["POST /accounts/password/reset"],
  "own-email.test.ts": ["POST /accounts/email/confirm"],
  "own-sessions.test.ts": ["DELETE /accounts/sessions/:id", "POST /token/logout"],
  "second-factor.test.ts": [
    "DELETE /accounts/passkeys/:id",
    "DELETE /accounts/two-factor/totp",
    "POST /accounts/passkeys",
    "POST /accounts/two-factor/recovery",
    "POST /accounts/two-factor/totp",
    "POST /accounts/two-factor/totp/confirm",
    "POST /token/second-factor",
  ],
  "single-sign-on.test.ts": ["POST /accounts/oidc/session"],
  "demo-removal.test.ts": ["DELETE /demo/removal", "POST /demo/removal"],
  "mail-check.test.ts": ["POST /mail/test"],
  "outbox.test.ts": ["POST /outbox/:id/send-again"],
  "tasks.test.ts": ["POST /system/tasks/:id/dismiss", "POST /system/tasks/:id/retry"],
  "secret-rotation.test.ts": ["POST /system/rotation/settle"],
  "exports.test.ts": ["POST /exports/downloads"],
  "backup-downloads.test.ts": ["POST /system/backups/:name/download"],
  "newsletter-mail.test.ts": ["POST /newsletter/one-click"],
  "fronts.test.ts": [
    "DELETE /settings/fronts/:kind",
    "DELETE /settings/fronts/:kind/:slug",
    "PUT /settings/fronts/:kind",
    "PUT /settings/fronts/:kind/:slug",
  ],
  "typefaces.test.ts": ["DELETE /settings/typefaces/:key", "POST /settings/typefaces"],
  "words.test.ts": ["DELETE /settings/words/:language", "PUT /settings/words/:language"],
  "wire.test.ts": ["POST /wire/stories/:id/draft"],
  "imports.test.ts": [
    "DELETE /imports/:id",
    "POST /imports",
    "POST /imports/:id/cancel",
    "POST /imports/:id/release",
    "POST /imports/:id/start",
    "POST /imports/:id/undo",
  ],
  "webhooks.test.ts": ["POST /webhooks/:id/deliveries/:delivery/resend"],
};

/** Endpoints with queries after their commit, by the reason: a failing one answers a stored change with an error. */
const READS_LATER: Record<string, readonly string[]> = {
  "several transactions, each complete": [
    "DELETE /trash",
    "POST /media/:id/replace",
    "POST /newsletter/people/export",
    "POST /system/backups",
  ],
  "an attempt is counted first": ["POST /token", "PUT /accounts/email", "PUT /accounts/password"],
  "what it stores for pages without a text has transactions of its own": ["PUT /settings/site"],
  "the state of the machine is read outside of transactions": ["PUT /system/staging"],
};

/** Endpoints in the order of their calls: `:name` in a path is the `id` of the response that was kept under this name. */
type Step = [
  name: string,
  body?: object | ((made: Record<string, number | string>) => object) | undefined,
  /** `keep`: its name for later steps; `address`: that of the last part of the path; `tagOf`: the path whose ETag it needs. */
  options?: { as?: Person; keep?: string; address?: string; query?: string; tagOf?: string },
];

const documentSteps = (path: string, title: string, text: string, isIssue: boolean): Step[] => [
  [`POST ${path}`, { [title]: "First", ...(path === "/articles" && { category: "Tech" }) }, { keep: "id" }],
  [`PUT ${path}/:id`, { [title]: "Second" }],
  [`PUT ${path}/:id/draft`, { [title]: "Third" }],
  [`DELETE ${path}/:id/draft`],
  [`POST ${path}/:id/notes`, { text: "Is this so?" }, { keep: "n" }],
  [`POST ${path}/:id/notes/:n/replies`, { text: "Yes." }],
  [`PATCH ${path}/:id/notes/:n`, { state: "resolved" }],
  [`DELETE ${path}/:id/notes/:n`],
  [`PUT ${path}/:id/asked`, ({ another }) => ({ person: another })],
  [`POST ${path}/:id/asked/answer`, { answer: "changes", message: "Shorter." }, { as: "another" }],
  [`PUT ${path}/:id/asked`, ({ another }) => ({ person: another })],
  [`DELETE ${path}/:id/asked`],
  [`POST ${path}/:id/approvals`, {}, { as: "another", tagOf: `${path}/:id` }],
  [`DELETE ${path}/:id/approvals`, undefined, { as: "another" }],
  [`PUT ${path}/:id/suggestion`, { [title]: "Better" }, { as: "another" }],
  [`POST ${path}/:id/suggestions/accept`, {}],
  [`PUT ${path}/:id/suggestion`, { [title]: "Best" }, { as: "another" }],
  [`POST ${path}/:id/suggestions/reject`, {}],
  [`PUT ${path}/:id/suggestion`, { [title]: "Best" }, { as: "another" }],
  [`POST ${path}/:id/suggestions/withdraw`, {}, { as: "another" }],
  [`POST ${path}/:id/preview`],
  [`DELETE ${path}/:id/preview`],
  [`PATCH ${path}/:id/revisions/:n`, { note: "As filed" }, { address: "first" }],
  [`POST ${path}/:id/revisions/:n/restore`, {}, { address: "first" }],
  [`PUT ${path}/:id`, { [text]: "<p>Text.</p>" }],
  ...(isIssue
    ? ([
        [`POST ${path}/:id/send`, { at: "2040-01-01T00:00:00Z" }],
        [`POST ${path}/:id/pause`],
        [`POST ${path}/:id/resume`],
        [`POST ${path}/:id/test`, { email: "test@news.example" }],
      ] satisfies Step[])
    : ([
        [`POST ${path}/:id/publish`, {}],
        [`PUT ${path}/:id/draft`, { [title]: "Next" }],
        [`POST ${path}/:id/publish`, { at: "2040-01-01T00:00:00Z" }],
        [`DELETE ${path}/:id/publish`],
        [`POST ${path}/:id/unpublish`],
      ] satisfies Step[])),
  [`PUT ${path}/:id/presence`, { field: title, block: null }],
  [`POST ${path}/templates`, ({ id }) => ({ name: "Column", document: id }), { keep: "template" }],
  [`PATCH ${path}/templates/:id`, { name: "Weekly" }, { address: "template" }],
  [`DELETE ${path}/templates/:id`, undefined, { address: "template" }],
  [`DELETE ${path}/:id`],
  [`POST ${path}/:id/restore`],
  [`DELETE ${path}/:id`],
];

const records = (path: string, body: object, key: "slug" | "id", change: object = { name: "Another name" }): Step[] => [
  [`POST ${path}`, body, { keep: key }],
  [`PUT ${path}/:${key}`, change],
  [`DELETE ${path}/:${key}`],
];

const NIGHT = { nightly: true, hour: 3, kept: 5 };

const STEPS: Step[] = [
  ...DOCUMENT_TYPES.flatMap((type) =>
    documentSteps(
      DOCUMENT_PATHS[type],
      type === "issue" ? "subject" : "title",
      type === "issue" ? "body" : "content",
      type === "issue",
    ),
  ),
  ["DELETE /trash/:id", undefined, { query: "?type=page" }],
  ["DELETE /trash"],
  ["POST /categories", { name: "Sport" }, { keep: "id" }],
  ["PUT /categories/:slug", { name: "All sport" }, { address: "id" }],
  ["DELETE /categories/:slug", undefined, { address: "id" }],
  ...records("/topics", { name: "Harbour" }, "slug"),
  ...records("/series", { name: "The harbour" }, "slug"),
  ...records("/authors", { name: "Juma Guest" }, "slug"),
  ...records("/ads", { name: "Top", location: "nowhere" }, "id"),
  ...records("/redirects", { from: "/old", to: "/about" }, "id", { to: "/contact" }),
  ["POST /redirects/import", { text: "/older,/about" }],
  ...["Harbour", "Port"].map((name): Step => ["POST /topics", { name }, { keep: name }]),
  ["POST /topics/merge", ({ Harbour, Port }) => ({ from: Harbour, into: Port })],
  ...["Asha Guest", "Juma Guest"].map((name): Step => ["POST /authors", { name }, { keep: name }]),
  ["POST /authors/merge", (made) => ({ from: made["Asha Guest"], into: made["Juma Guest"] })],
  ["POST /articles", { title: "Public", category: "Tech", status: "published", is_featured: true }, { keep: "id" }],
  ["POST /series", { name: "The port" }, { keep: "series" }],
  ["POST /series", { name: "The bay" }, { keep: "slug" }],
  ["PUT /articles/:id/series", ({ series }) => ({ series })],
  ["PUT /series/:slug/order", ({ id }) => ({ articles: [id] })],
  ["PUT /home/order", ({ id }) => ({ lead: [{ id }], picks: [] })],
  ["POST /articles/:id/corrections", { text: "It was Tuesday.", position: "top" }],
  ["POST /articles/bulk", ({ id }) => ({ ids: [id], change: { tags_add: ["New"] } })],
  ["PATCH /media/:id", { alt: "A lighthouse" }, { address: "first" }],
  ["POST /media/bulk", { ids: [1], change: { tags_add: ["Port"] } }],
  ["POST /media/:id/replace", { by: 2 }, { address: "first" }],
  ["DELETE /media/:id", undefined, { address: "first" }],
  ["POST /newsletter/subscribe", { email: "reader@readers.example" }],
  ["POST /newsletter/unsubscribe", { email: "reader@readers.example" }],
  ["POST /newsletter/subscribers", { email: "another@readers.example" }, { keep: "id" }],
  ["DELETE /newsletter/subscribers/:id"],
  ["POST /newsletter/subscribers/import", { csv: "email\nthird@readers.example" }],
  ["POST /newsletter/bounces/clear", { ids: [1] }],
  ["POST /newsletter/people/export", { email: "third@readers.example" }],
  ["POST /newsletter/people/erase", { email: "third@readers.example" }],
  ["PUT /newsletter/digest", { enabled: true, weekday: 1, hour: 9 }],
  ["POST /contact", { firstName: "A", lastName: "B", email: "a@readers.example", subject: "Hi", message: "Hello" }],
  ["PUT /contact/:id", { state: "done" }, { address: "first" }],
  ["POST /contact/:id/replies", { text: "Thank you." }, { address: "first" }],
  ["DELETE /contact/:id", undefined, { address: "first" }],
  ["PUT /settings/newsroom", { time_zone: "Africa/Nairobi" }],
  ["PUT /settings/addresses", { article: "id-slug" }],
  ["PUT /settings/crawlers", { ai_training: "deny" }],
  ["PUT /settings/site", { name: "The Daily" }],
  ["PUT /settings/menus", { header: null, footer: [] }],
  ["PUT /settings/newsletter", { counts_clicks: true }],
  ["PUT /settings/house-style", { title_to: 70 }],
  ["PUT /settings/audit", { retention_days: 500 }],
  ["PUT /settings/retention", { messages: 400 }],
  ["PUT /settings/appearance", { accent: "#0a5c36" }],
  ["PUT /settings/ads", { shows_empty_slots: false }],
  ["PUT /settings/review", { enabled: true, words: ["hack"] }],
  ["PUT /settings/backups", NIGHT],
  [
    "PUT /settings/mail",
    { host: "localhost", port: 25, security: "optional", user: "", from_name: "", from_email: "desk@news.example" },
  ],
  ["PUT /system/staging", { on: true }],
  ["PUT /system/to-do", { is_dismissed: true }],
  ["POST /system/backups"],
  ["POST /webhooks", { url: "https://receiver.example/", events: ["issue.sent"] }, { keep: "id" }],
  ["PUT /webhooks/:id", { events: ["page.published"] }],
  ["POST /webhooks/:id/secret"],
  ["POST /webhooks/:id/test"],
  ["DELETE /webhooks/:id"],
  ["POST /sources", { opml: '<opml><outline xmlUrl="https://agency.example/feed"/></opml>' }],
  ["PUT /sources/:id", { title: "The agency" }, { address: "first" }],
  ["DELETE /sources/:id", undefined, { address: "first" }],
  ["POST /wire/rules", { words: ["press release"], effect: "mute" }, { keep: "id" }],
  ["DELETE /wire/rules/:id"],
  ["POST /budget", { title: "The port at night" }, { keep: "id" }],
  ["PUT /budget/:id", { note: "Ask the port." }],
  ["POST /budget/:id/draft"],
  ["DELETE /budget/:id"],
  ["POST /api-keys", { name: "Archive", role: "writer", scopes: ["article.read"] }, { keep: "id" }],
  ["DELETE /api-keys/:id"],
  ["POST /accounts/holdings", { symbol: "BTC", from: "2020-01-01" }, { keep: "id" }],
  ["PATCH /accounts/holdings/:id", { symbol: "ETH" }],
  ["DELETE /accounts/holdings/:id"],
  ["POST /exports", { format: "jsonl" }, { keep: "id" }],
  ["DELETE /exports/:id"],
  ["POST /accounts/invitations", { email: "new@news.example", role: "writer" }, { keep: "id" }],
  ["DELETE /accounts/invitations/:id"],
  ["PATCH /accounts/users/:id", { role: "editor" }, { address: "writer" }],
  ["DELETE /accounts/users/:id", undefined, { address: "contributor" }],
  ["PUT /accounts/profile", { bio: "Writes." }],
  ["PUT /accounts/email", { email: "amina@news.example", password: EDITOR.password }],
  ["DELETE /accounts/email"],
  ["PUT /settings/second-factor", { roles: ["writer"] }],
  ["PUT /accounts/password", { current: EDITOR.password, password: "another horse battery" }],
  ["DELETE /accounts/sessions", undefined, { as: "editor" }],
  ["POST /token", { email: "another@news.example", password: EDITOR.password }],
];

async function start() {
  let later: () => string[] = () => [];
  const staff = await startStaff(async () => {
    const watched = watchAfterCommit(await openSqliteForTest());
    later = watched.take;
    return watched.database;
  });
  const stated: string[] = [];
  const note: Subscriber = {
    actions: "all",
    react: async (_cause, events) => void stated.push(...events.map(({ action }) => action)),
  };
  const subscription = subscribe([note]);
  const made: Record<string, number | string> = { ...staff.ids, first: 1 };
  const call = async ([name, body, { as = "chief", keep, address, query = "", tagOf } = {}]: Step) => {
    const [method, path] = name.split(" ") as ["POST", string];
    const last = [...path.matchAll(/:(\w+)/g)].at(-1)?.[1];
    const valueIn = (_all: string, part: string) => String(made[part === last && address ? address : part]);
    const urlOf = (one: string) => `/api${one.replace(/:(\w+)/g, valueIn)}/${query}`;
    const tag = tagOf && String((await staff.as(as, "GET", urlOf(tagOf))).headers.etag);
    const payload = typeof body === "function" ? body(made) : body;
    stated.length = 0;
    await staff.headersOf(as);
    later();
    const answer = await staff.as(as, method, urlOf(path), payload, tag);
    const after = later();
    if (keep) made[keep] = answer.body[keep === "slug" ? "slug" : "id"];
    return { ...answer, stated: [...stated], later: after };
  };
  for (const color of ["red", "blue"]) {
    const picture = await sharp({ create: { width: 32, height: 32, channels: 3, background: color } })
      .png()
      .toBuffer();
    const form = await formRequest({}, { file: picture });
    const headers = { ...form.headers, ...(await staff.headersOf("chief")) };
    await staff.app.inject({ method: "POST", url: "/api/upload/", ...form, headers });
  }
  return { ...staff, call, [Symbol.dispose]: () => subscription[Symbol.dispose]() };
}

test("every endpoint that changes something states an event and reads nothing after it, or is listed with the reason", async () => {
  using site = await start();
  const seen = new Map<string, string[]>();
  const readsLater = new Set<string>();
  for (const step of STEPS) {
    const { status, body, stated, later } = await site.call(step);
    if (later.length > 0) readsLater.add(step[0]);
    expect(status, `${step[0]}: ${JSON.stringify(body)}`).toBeLessThan(300);
    seen.set(step[0], [...(seen.get(step[0]) ?? []), ...stated]);
  }
  const silent = Object.values(WITHOUT_EVENT).flat();
  const others = Object.values(ELSEWHERE).flat();
  const changing: string[] = [...site.app.endpoints.keys()].filter((name) => !name.startsWith("GET "));
  const isStated = (name: string) => (seen.get(name)?.length ?? 0) > 0;
  expect(changing.filter((name) => ![...silent, ...others].includes(name) && !isStated(name))).toEqual([]);
  expect([...silent, ...others].filter((name) => isStated(name) || !changing.includes(name))).toEqual([]);
  expect([...readsLater].toSorted()).toEqual(Object.values(READS_LATER).flat().toSorted());
});
