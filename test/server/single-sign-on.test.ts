import { expect, onTestFinished, test } from "vitest";
import { changeUser } from "#features/identity/accounts/commands.ts";
import type { OwnProfile } from "#features/identity/accounts/endpoints.ts";
import { removeAccount } from "#features/identity/people/commands.ts";
import type { Provider } from "#features/identity/single-sign-on/rules.ts";
import { operator } from "#shared/actor.ts";
import type { CleanHtml } from "#shared/html.ts";
import { addTestAccount } from "#test/support/accounts.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { freePort } from "#test/support/free-port.ts";
import {
  browseProvider,
  CLIENT,
  type Forge,
  type Person,
  startIdentityProvider,
} from "#test/support/identity-provider.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";

const AMINA: Person = { sub: "amina-1", email: EDITOR.email.toUpperCase(), email_verified: true, name: "Amina" };
type Options = Partial<Pick<Provider, "roles" | "provisions">>;

const cookieOf = (response: { headers: Record<string, unknown> }) =>
  String(response.headers["set-cookie"]).split(";")[0] ?? "";
const failure = (reason: string) => `/admin#not-signed-in=${reason}`;

/** Starts a provider for one test; returns its issuer. */
async function openProvider(login: () => Person | null, forge?: Forge): Promise<string> {
  const { issuer, close } = await startIdentityProvider(TEST_SITE, login, forge && { forge });
  onTestFinished(close);
  return issuer;
}

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** ID tokens with one fault each; all but the last two are signed by the provider's own key. */
const FORGERIES: Record<string, Forge> = {
  "another's nonce": (claims) => ({ ...claims, nonce: "of another sign-in" }),
  "no nonce": ({ nonce: _, ...claims }) => claims,
  "another issuer": (claims) => ({ ...claims, iss: "https://id.evil.example" }),
  "another audience": (claims) => ({ ...claims, aud: "another client" }),
  "another client among its audience": (claims) => ({ ...claims, aud: [CLIENT.clientId, "b"], azp: "b" }),
  "an end that is over": (claims) => ({ ...claims, iat: 1, exp: 2 }),
  "claims that its signature is not of": (claims, token) => {
    const [head, , signature] = token.split(".");
    return `${head}.${base64({ ...claims, amr: ["mfa"] })}.${signature}`;
  },
  "no signature": (claims) => `${base64({ alg: "none" })}.${base64(claims)}.`,
};

describeOnSqlite("single sign-on", (open) => {
  async function start(options: Options = {}, issuer?: string) {
    let person: Person | null = AMINA;
    const clock = testClock();
    const database = await open();
    const provider = {
      issuer: issuer ?? (await openProvider(() => person)),
      ...CLIENT,
      name: "Example ID",
      scopes: "openid email profile",
      groupsClaim: "groups",
      roles: new Map(),
      provisions: false,
      trustsEmails: false,
      ...options,
    };
    const { app } = await startTestApp(database, { clock, provider });
    const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
    const begin = async (headers?: Record<string, string>) => {
      const begun = await get(editorApiUrl.signOn(), headers);
      return { location: String(begun.headers.location), cookie: cookieOf(begun), begun };
    };
    const callback = (search: string, cookie: string, headers: Record<string, string> = {}) =>
      get(`${editorApiUrl.signOnCallback()}${search}`, { cookie, ...headers });
    const fetchSession = (cookie: string) =>
      app.inject({ method: "POST", url: editorApiUrl.signOnSession(), headers: { cookie } });
    /** A whole sign-in: the way back, or the tokens. */
    const signIn = async (as: Person | null = person) => {
      person = as;
      const { location, cookie } = await begin();
      const back = await callback((await browseProvider(location)).search, cookie);
      const to = String(back.headers.location);
      if (to !== "/admin#signed-in") return { to, me: null };
      const session = await fetchSession(cookieOf(back));
      expect(session.statusCode).toBe(200);
      const { access } = session.json<{ access: string }>();
      const me = await app.inject({ url: editorApiUrl.me(), headers: { authorization: `Bearer ${access}` } });
      return { to, me: me.json<OwnProfile>() };
    };
    const addEditor = () => addTestAccount(database, clock, { ...EDITOR, role: "editor" });
    return { app, clock, database, begin, callback, fetchSession, signIn, addEditor };
  }

  test("whoever the provider vouches for gets the account of the confirmed address, and keeps it by name there", async () => {
    const { signIn, addEditor } = await start();
    await addEditor();
    const first = await signIn();
    expect(first.me).toMatchObject({ email: EDITOR.email, role: "editor" });
    const moved = await signIn({ ...AMINA, email: "another@elsewhere.example" });
    expect(moved.me?.id).toBe(first.me?.id);
    expect((await signIn({ ...AMINA, sub: "amina-2", email_verified: false })).to).toBe(failure("unconfirmed"));
    expect((await signIn({ sub: "amina-3" })).to).toBe(failure("unconfirmed"));
    expect((await signIn({ ...AMINA, sub: "b", email: "b@news.example" })).to).toBe(failure("unknown"));
    expect((await signIn(null)).to).toBe(failure("refused"));
  });

  test("identifies a person by issuer and subject together", async () => {
    const { clock, database, signIn, addEditor } = await start();
    await addEditor();
    const other = await addTestAccount(database, clock, { ...EDITOR, email: "other@news.example", role: "chief" });
    const elsewhere = { issuer: "https://id.other.example", subject: AMINA.sub, account_id: other };
    await database.db.insertInto("oidc_identity").values(elsewhere).execute();
    expect((await signIn()).me).toMatchObject({ email: EDITOR.email, role: "editor" });
  });

  test("groups give roles at each sign-in; the last chief stays one; who is in none stays out", async () => {
    const roles = new Map([
      ["newsroom", "writer"],
      ["desk", "editor"],
      ["heads", "chief"],
    ] as const);
    const { signIn } = await start({ roles, provisions: true });
    const person = { ...AMINA, sub: "new", email: "new@news.example", name: "Newcomer" };
    expect((await signIn({ ...person, groups: ["others"] })).to).toBe(failure("group"));
    expect((await signIn({ ...person, groups: ["newsroom", "desk"] })).me).toMatchObject({
      email: person.email,
      name: "Newcomer",
      role: "editor",
    });
    expect((await signIn({ ...person, groups: ["newsroom"] })).me?.role).toBe("writer");
    expect((await signIn({ ...person, groups: ["heads"] })).me?.role).toBe("chief");
    expect((await signIn({ ...person, groups: ["newsroom"] })).me?.role).toBe("chief");
    expect((await signIn(person)).to).toBe(failure("group"));
  });

  test("a name that somebody has gets a number: the provider chose it, and nobody is locked out", async () => {
    const { signIn } = await start({ provisions: true });
    const names = [];
    for (const sub of ["one", "two", "three"]) {
      const { me } = await signIn({ ...AMINA, sub, email: `${sub}@news.example`, name: sub === "two" ? "ZOË" : "Zoë" });
      names.push(me?.name);
    }
    expect(names).toEqual(["Zoë", "ZOË 2", "Zoë 3"]);
  });

  test("a suspended account stays out; a removed one can be made again", async () => {
    const { clock, database, signIn } = await start({ provisions: true });
    const { me } = await signIn();
    await addTestAccount(database, clock, { ...EDITOR, email: "chief@news.example", role: "chief" });
    await changeUser(database, clock, operator, me?.id ?? 0, { is_active: false });
    expect((await signIn()).to).toBe(failure("suspended"));
    expect((await signIn({ ...AMINA, sub: "another name" })).to).toBe(failure("suspended"));
    // It stays as an author, of whom nobody knows any more by whom it signed in.
    const { id: author_id } = me ?? {};
    const article = { author_id, title: "T", excerpt: "", content: "" as CleanHtml, image_url: "", image_alt: "" };
    const times = { created_at: 1, updated_at: 1, published_at: null, last_updated_at: null, heat: null };
    const flags = { is_auto_update: 0, is_featured: 0, is_editors_pick: 0 } as const;
    await database.db.insertInto("category").values({ id: 1, name: "A", name_key: "a", slug: "a" }).execute();
    await database.db
      .insertInto("article")
      .values({ ...article, ...times, ...flags, content_image_url: "", category_id: 1, status: "draft", tags: "[]" })
      .execute();
    await removeAccount(database, operator, EDITOR.email);
    expect(await database.db.selectFrom("oidc_identity").selectAll().execute()).toEqual([]);
    expect((await signIn()).me).toMatchObject({ email: EDITOR.email, role: "contributor" });
  });

  test("where a second factor is required, two of the provider's count, and whatever else it says does not", async () => {
    const { database, signIn, addEditor } = await start();
    await addEditor();
    const requirement = JSON.stringify({ roles: ["editor"] });
    await database.db
      .insertInto("setting")
      .values({ key: "second-factor", value: requirement, updated_at: 0 })
      .execute();
    const isDue = async (amr?: string[]) => (await signIn({ ...AMINA, ...(amr && { amr }) })).me?.second_factor_due;
    expect([await isDue(["pwd", "mfa"]), await isDue(["mfa"])]).toEqual([false, false]);
    expect([await isDue(), await isDue(["pwd"]), await isDue(["pwd", "otp"])]).toEqual([true, true, true]);
  });

  test("an answer is good for the browser that asked, once, unchanged, in time", async () => {
    const { clock, begin, callback, fetchSession, addEditor } = await start();
    await addEditor();
    const refused = async (search: string, cookie: string, reason: string) =>
      expect((await callback(search, cookie)).headers.location).toBe(failure(reason));
    const mine = await begin();
    const { search } = await browseProvider(mine.location);
    await refused(search, "", "ended");
    await refused(search, (await begin()).cookie.replace("=", "=x"), "ended");
    // The code of one sign-in in the browser of another: an attacker's own session slipped to a victim, or the reverse.
    await refused(search, (await begin()).cookie, "refused");
    // What was begun is no session, before or after.
    expect((await fetchSession(mine.cookie)).statusCode).toBe(401);
    const back = await callback(search, mine.cookie);
    expect(back.headers.location).toBe("/admin#signed-in");
    expect([back.headers["cache-control"], back.headers["set-cookie"]]).toEqual([
      "no-store",
      expect.stringMatching(/^__Host-jarida_sign_in=[\w-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/),
    ]);
    await refused(search, mine.cookie, "ended");
    await refused(search, cookieOf(back), "ended");
    expect((await fetchSession(cookieOf(back))).statusCode).toBe(200);
    expect((await fetchSession(cookieOf(back))).statusCode).toBe(401);

    for (const [name, value] of [
      ["state", "another"],
      ["iss", "https://id.evil.example"],
      ["code", "made-up"],
    ] as const) {
      const { location, cookie } = await begin();
      const changed = (await browseProvider(location)).searchParams;
      changed.set(name, value);
      await refused(`?${changed}`, cookie, "refused");
    }
    const late = await begin();
    const answered = await browseProvider(late.location);
    clock.advance(10 * 60_000);
    await refused(answered.search, late.cookie, "ended");
  });

  test("an ID token that is not of this sign-in, of this provider, for this site and of now opens nothing", async () => {
    let forge: Forge = (claims) => claims;
    const { signIn, addEditor } = await start(
      {},
      await openProvider(
        () => AMINA,
        (...given) => forge(...given),
      ),
    );
    await addEditor();
    // What is signed again is taken: those that follow are refused for what they say.
    expect((await signIn()).to).toBe("/admin#signed-in");
    for (const [what, forgery] of Object.entries(FORGERIES)) {
      forge = forgery;
      expect((await signIn()).to, what).toBe(failure("refused"));
    }
  });

  test("what the provider hands out stays on the server", async () => {
    let handedOut = "";
    const issuer = await openProvider(
      () => AMINA,
      (claims, token) => {
        handedOut = token;
        return claims;
      },
    );
    const { database, begin, callback, fetchSession, addEditor } = await start({}, issuer);
    await addEditor();
    const { location, cookie } = await begin();
    const back = await callback((await browseProvider(location)).search, cookie);
    const kept = await database.db.selectFrom("oidc_login").selectAll().execute();
    const session = await fetchSession(cookieOf(back));
    expect(Object.keys(session.json())).toEqual(["access", "refresh"]);
    expect(handedOut).toMatch(/^ey/);
    const [, claims = ""] = handedOut.split(".");
    for (const seen of [kept, back.headers, session.headers, session.body])
      expect(JSON.stringify(seen)).not.toContain(claims);
  });

  test("another site's post neither fetches a session nor ends the sign-in under way", async () => {
    const { app, begin, callback, fetchSession, addEditor } = await start();
    await addEditor();
    const { location, cookie } = await begin();
    const back = await callback((await browseProvider(location)).search, cookie);
    // A browser leaves a `SameSite=Lax` cookie out of a form that another site submits.
    const elsewhere = { origin: "https://evil.example", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    const form = { "content-type": "application/x-www-form-urlencoded" };
    for (const headers of [elsewhere, { ...elsewhere, ...form }]) {
      const posted = await app.inject({ method: "POST", url: editorApiUrl.signOnSession(), headers, payload: "" });
      expect([401, 415]).toContain(posted.statusCode);
      expect(posted.headers["set-cookie"]).toBeUndefined();
      expect(posted.headers["access-control-allow-origin"]).toBeUndefined();
    }
    expect((await fetchSession(cookieOf(back))).statusCode).toBe(200);
  });

  test("the provider is sent to the site's own address, whatever host was named, with PKCE, state and nonce", async () => {
    const { begin } = await start();
    const { location, begun } = await begin({ host: "evil.example" });
    const asked = new URL(location).searchParams;
    expect(asked.get("redirect_uri")).toBe(`${TEST_SITE}/api/accounts/oidc/callback/`);
    expect([asked.get("response_type"), asked.get("code_challenge_method")]).toEqual(["code", "S256"]);
    for (const name of ["state", "nonce", "code_challenge"]) expect(asked.get(name)?.length).toBeGreaterThan(40);
    expect(begun.headers["cache-control"]).toBe("no-store");
  });

  test("a log-out goes on at the provider; one that is away takes nothing down", async () => {
    const { app } = await start();
    const left = await app.inject({ url: editorApiUrl.signOnLogout() });
    const to = new URL(String(left.headers.location));
    expect([to.pathname, to.searchParams.get("post_logout_redirect_uri")]).toEqual([
      "/session/end",
      `${TEST_SITE}/admin`,
    ]);

    const away = await start({}, `http://localhost:${await freePort()}`);
    expect((await away.begin()).location).toBe(failure("unavailable"));
    expect((await away.app.inject({ url: editorApiUrl.signOnLogout() })).headers.location).toBe("/admin");
  });

  test("without a provider there is nothing", async () => {
    const { app } = await startTestApp(await open());
    for (const url of [editorApiUrl.signOn(), editorApiUrl.signOnCallback(), editorApiUrl.signOnLogout()])
      expect((await app.inject({ url })).statusCode).toBe(404);
    expect((await app.inject({ method: "POST", url: editorApiUrl.signOnSession() })).statusCode).toBe(404);
  });
});
