import { randomUUID } from "node:crypto";
import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { replacePassword, setPassword, turnOffSecondFactors } from "#features/identity/accounts/commands.ts";
import { findLoginById } from "#features/identity/accounts/queries.ts";
import { moveAccount } from "#features/identity/credentials/commands.ts";
import { MAX_RESET_MAILS } from "#features/identity/credentials/rules.ts";
import { MAX_INVITATION_MAILS, MAX_INVITATIONS, removeAccount } from "#features/identity/people/commands.ts";
import type { AccountExport } from "#features/personal-data/endpoints.ts";
import { operator } from "#shared/actor.ts";
import { NotFoundError, UnauthenticatedError } from "#shared/errors.ts";
import { addTestAccount } from "#test/support/accounts.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR, logIn, startEditor } from "#test/support/editor.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { softAuthenticator } from "#test/support/soft-authenticator.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";

const DAY = 24 * 60 * 60_000;
const ADDRESS = "new.writer@news.example";

async function start() {
  const clock = testClock();
  const database = await openSqliteForTest();
  const site = await startTestApp(database, { clock });
  const { headers } = await startEditor(site.app, database);
  const call = (method: "GET" | "POST" | "PUT", url: string, payload?: object) =>
    site.app.inject({ method, url, headers, ...(payload && { payload }) });
  const invite = (email = ADDRESS) => call("POST", editorApiUrl.invitations(), { email, role: "writer" });
  return { ...site, clock, database, call, invite };
}

const mailsOf = (database: Database, kind: "invitation" | "reset" | "email-change", to: string) =>
  database.db.selectFrom("mail").select("id").where("kind", "=", kind).where("to_email", "=", to).execute();
const entriesIn = ({ db }: Database) => db.selectFrom("audit_entry").select(["id", "action"]).execute();

/** Invitations that wait, or have not been accepted in time. */
const fillInvitations = ({ db }: Database, count: number, expires_at: number) =>
  db
    .insertInto("invitation")
    .values(
      Array.from({ length: count }, (_, at) => ({
        id: `${at}-${expires_at}`,
        email: `${at}-${expires_at}@x.example`,
        role: "writer" as const,
        hash: randomUUID(),
        invited_by: null,
        created_at: 0,
        expires_at,
      })),
    )
    .execute();

test("two hundred invitations may wait; one more is refused, and changes nothing", async () => {
  const { clock, database, invite } = await start();
  await fillInvitations(database, MAX_INVITATIONS - 1, clock.now() + DAY);
  // Those that have ended are in nobody's way.
  await fillInvitations(database, 5, clock.now());
  expect((await invite()).statusCode).toBe(201);
  const told = (await entriesIn(database)).length;
  const refused = await invite("another@news.example");
  expect([refused.statusCode, refused.json().code]).toEqual([409, "too_many_invitations"]);
  expect(await mailsOf(database, "invitation", "another@news.example")).toEqual([]);
  expect(await entriesIn(database)).toHaveLength(told);
  // Another one to the same address takes the place of the former.
  expect((await invite()).statusCode).toBe(201);
});

test("an address gets ten invitations in a day; the one that is refused leaves the last good", async () => {
  const { app, database, invite, call } = await start();
  const links: string[] = [];
  for (let sent = 0; sent < MAX_INVITATION_MAILS; sent += 1) links.push((await invite()).json().link);
  const refused = await invite();
  expect([refused.statusCode, refused.json().code]).toEqual([409, "too_many_invitations"]);
  expect(await mailsOf(database, "invitation", ADDRESS)).toHaveLength(MAX_INVITATION_MAILS);
  expect((await call("GET", editorApiUrl.invitations())).json()).toHaveLength(1);
  const token = new URL(links.at(-1) ?? "").searchParams.get("token");
  const accepted = await app.inject({
    method: "POST",
    url: editorApiUrl.acceptInvitation(),
    payload: { token, name: "Wanjiru Kamau", password: "marmalade over the old bridge" },
  });
  expect(accepted.statusCode).toBe(200);
});

test("links to set a password are twenty in a day, and the answer is the same beyond them", async () => {
  const { app, database, queueResets } = await start();
  const answers = new Set<string>();
  for (let asked = 0; asked < MAX_RESET_MAILS + 2; asked += 1) {
    const payload = { email: EDITOR.email };
    answers.add((await app.inject({ method: "POST", url: editorApiUrl.forgotPassword(), payload })).body);
  }
  await queueResets();
  expect(answers.size).toBe(1);
  expect(await mailsOf(database, "reset", EDITOR.email)).toHaveLength(MAX_RESET_MAILS);
  expect(await database.db.selectFrom("password_reset").select("hash").execute()).toHaveLength(MAX_RESET_MAILS);
});

test("a stranger's address gets five mails about changes in a day, and whoever asks learns nothing of it", async () => {
  const { database, call } = await start();
  const answers: object[] = [];
  for (let asked = 0; asked < 7; asked += 1) {
    const answer = await call("PUT", editorApiUrl.email(), { email: ADDRESS, password: EDITOR.password });
    answers.push({ status: answer.statusCode, ...answer.json().pending });
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await mailsOf(database, "email-change", ADDRESS)).toHaveLength(5);
  expect(await mailsOf(database, "email-change", EDITOR.email)).toHaveLength(7);
});

test("digits of another script are a wrong code, as an app is set up and as somebody logs in", async () => {
  const { app, clock, call } = await start();
  const { secret } = (await call("POST", editorApiUrl.totp())).json<{ secret: string }>();
  const confirmed = await call("POST", editorApiUrl.confirmTotp(), { code: "٢٨٧٠٨٢" });
  expect([confirmed.statusCode, Object.keys(confirmed.json().errors)]).toEqual([400, ["code"]]);
  const code = new TOTP({ secret }).generate({ timestamp: clock.now() });
  expect((await call("POST", editorApiUrl.confirmTotp(), { code })).statusCode).toBe(200);
  const { ticket } = (await logIn(app)).json<{ ticket: string }>();
  const step = { method: "POST", url: editorApiUrl.secondStep(), payload: { ticket, code: "٢٨٧٠٨٢" } } as const;
  expect((await app.inject(step)).statusCode).toBe(401);
});

test("a secret of an app that no known key opens takes no code, and is told as a wrong one", async () => {
  const { app, clock, database, call } = await start();
  const { secret } = (await call("POST", editorApiUrl.totp())).json<{ secret: string }>();
  const code = new TOTP({ secret }).generate({ timestamp: clock.now() });
  const spoil = { pending_secret: "AAAAAAAA.bm90IG91cnM", secret: "AAAAAAAA.bm90IG91cnM" };
  await database.db.updateTable("authenticator").set(spoil).execute();
  const confirmed = await call("POST", editorApiUrl.confirmTotp(), { code });
  expect([confirmed.statusCode, Object.keys(confirmed.json().errors)]).toEqual([400, ["code"]]);
  const { ticket } = (await logIn(app)).json<{ ticket: string }>();
  const step = await app.inject({ method: "POST", url: editorApiUrl.secondStep(), payload: { ticket, code } });
  expect([step.statusCode, Object.keys(step.json().errors)]).toEqual([401, ["code"]]);
});

test("of two who come with one ticket and an answer of its passkey each at once, one gets in", async () => {
  const { app, call } = await start();
  const passkey = softAuthenticator(TEST_SITE);
  const options = (await call("POST", editorApiUrl.passkeyOptions())).json<{ challenge: string }>();
  const added = await call("POST", editorApiUrl.passkeys(), { passkey: passkey.create(options) });
  expect(added.statusCode).toBe(201);
  const step = (await logIn(app)).json<{ ticket: string; passkey: { challenge: string } }>();
  const take = () => {
    const payload = { ticket: step.ticket, passkey: passkey.get(step.passkey) };
    return app.inject({ method: "POST", url: editorApiUrl.secondStep(), payload });
  };
  const both = await Promise.all([take(), take()]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
});

test("an account's export has all of a long list, in order and each once", async () => {
  const { database, call } = await start();
  const count = 1_001;
  const rows = Array.from({ length: count }, (_, at) => ({
    account_id: 1,
    kind: "changed" as const,
    detail: "" as const,
    actor_id: null,
    document_type: "article" as const,
    document_id: 41,
    created_at: at,
    read_at: null,
    is_shown: 1 as const,
    mailed_at: null,
  }));
  await database.db.insertInto("notification").values(rows).execute();
  const response = await call("GET", editorApiUrl.exportUser(1));
  const ids = response.json<AccountExport>().notifications.map(({ id }) => id);
  expect(ids).toHaveLength(count);
  expect(ids).toEqual([...new Set(ids)].sort((left, right) => left - right));
});

test("what an operator does to an address that nobody has is refused, and told nowhere", async () => {
  const clock = testClock();
  const database = await openSqliteForTest();
  const nobody = "nobody@news.example";
  for (const attempt of [
    () => setPassword(database, operator, nobody, "marmalade over the old bridge", clock),
    () => turnOffSecondFactors(database, operator, nobody, clock),
    () => removeAccount(database, operator, nobody, clock),
    () => moveAccount({ database, clock }, operator, { from: nobody, to: ADDRESS }),
  ])
    await expect(attempt()).rejects.toBeInstanceOf(NotFoundError);
  expect(await entriesIn(database)).toEqual([]);
});

test("a password that was read before another change of it replaces nothing", async () => {
  const clock = testClock();
  const database = await openSqliteForTest();
  const id = await addTestAccount(database, clock, EDITOR);
  const read = await findLoginById(database.db, id);
  if (!read) throw new Error("The account is not there.");
  const replace = (hash: string) => database.db.transaction().execute((trx) => replacePassword(trx, read, hash));
  await replace("first");
  await expect(replace("second")).rejects.toBeInstanceOf(UnauthenticatedError);
  expect((await findLoginById(database.db, id))?.password_hash).toBe("first");
});
