import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NetworkError } from "#shared/api-client.ts";
import { stubStorage, stubWindow, tokenOf } from "#test/support/browser.ts";
import { DEVICE_HEADER } from "../rules.ts";
import { createSession, transfer } from "./session.ts";
import { createTokenStore } from "./token-store.ts";

/** The part of XMLHttpRequest that an upload needs; the test says what becomes of it. */
class Upload {
  static made: Upload;
  upload: { onprogress?: (event: object) => void } = {};
  headers: Record<string, string> = {};
  sent: unknown;
  status = 200;
  responseText = "";
  etag: string | null = null;
  onload?: () => void;
  onerror?: () => void;
  ontimeout?: () => void;
  onabort?: () => void;
  constructor() {
    Upload.made = this;
  }
  open(method: string, url: string) {
    this.headers.opened = `${method} ${url}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader = (name: string) => (name === "etag" ? this.etag : null);
  send(body: unknown) {
    this.sent = body;
  }
  abort() {
    this.onabort?.();
  }
}
afterEach(() => vi.unstubAllGlobals());

/** Begins an upload; `shares` are those that it was told of. */
function upload(signal?: AbortSignal) {
  vi.stubGlobal("XMLHttpRequest", Upload);
  const shares: number[] = [];
  const response = transfer({
    method: "POST",
    url: "/api/media/",
    headers: { authorization: "Bearer x" },
    body: "bytes",
    signal,
    onProgress: (share) => shares.push(share),
  });
  return { response, shares, xhr: Upload.made };
}

describe("an upload whose progress is shown", () => {
  test("is sent unchanged, and answers with status, body and version", async () => {
    const { response, xhr } = upload();
    expect([xhr.headers, xhr.sent]).toEqual([{ opened: "POST /api/media/", authorization: "Bearer x" }, "bytes"]);
    Object.assign(xhr, { status: 201, responseText: '{"id":1}', etag: '"1"' });
    xhr.onload?.();
    const answer = await response;
    expect([answer.status, await answer.json(), answer.headers.get("etag")]).toEqual([201, { id: 1 }, '"1"']);
  });

  test.each([204, 304])("answers %i without a body, which a response of that status cannot have", async (status) => {
    const { response, xhr } = upload();
    Object.assign(xhr, { status, responseText: "" });
    xhr.onload?.();
    expect((await response).status).toBe(status);
  });

  test("answers a refusal as one, rather than throwing", async () => {
    const { response, xhr } = upload();
    Object.assign(xhr, { status: 413, responseText: '{"detail":"Too large."}' });
    xhr.onload?.();
    expect(await (await response).json()).toEqual({ detail: "Too large." });
  });

  test("tells how much of it is sent, where that is known", () => {
    const { shares, xhr } = upload();
    xhr.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 });
    xhr.upload.onprogress?.({ lengthComputable: false, loaded: 2, total: 0 });
    xhr.upload.onprogress?.({ lengthComputable: true, loaded: 0, total: 0 });
    xhr.upload.onprogress?.({ lengthComputable: true, loaded: 4, total: 4 });
    expect(shares).toEqual([0.25, 1]);
  });

  test.each(["onerror", "ontimeout"] as const)("that finds no server throws NetworkError (%s)", async (event) => {
    const { response, xhr } = upload();
    xhr[event]?.();
    await expect(response).rejects.toBeInstanceOf(NetworkError);
  });

  test("that is given up throws the reason of whoever gave it up, not that the network failed", async () => {
    const reason = new Error("The dialog was closed.");
    const given = new AbortController();
    const { response } = upload(given.signal);
    given.abort(reason);
    await expect(response).rejects.toBe(reason);
  });

  test("that the browser gives up by itself throws AbortError", async () => {
    const { response, xhr } = upload();
    xhr.abort();
    await expect(response).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("any other request", () => {
  test("that is given up throws what it was given up with, so that no failure is shown", async () => {
    const given = new AbortController();
    given.abort();
    vi.stubGlobal("fetch", () => Promise.reject(given.signal.reason));
    const request = { method: "GET", url: "/api/x/", headers: {}, signal: given.signal };
    await expect(transfer(request)).rejects.toBe(given.signal.reason);
  });

  test("has no body where none is given: a GET with one is refused by browsers", async () => {
    const seen: RequestInit[] = [];
    vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
      seen.push(init);
      return new Response();
    });
    await transfer({ method: "GET", url: "/api/x/", headers: {} });
    expect(Object.keys(seen[0] ?? {}).sort()).toEqual(["headers", "keepalive", "method"]);
  });
});

const ACCESS = tokenOf(7, "a1");
const NEXT = tokenOf(7, "a2");

type Sent = { url: string; init: RequestInit; headers: Record<string, string> };
const sent: Sent[] = [];
type Reply = () => Response | Promise<Response>;

/** Stubs the network: what each address answers, in turn; refreshing works. */
function network(replies: Record<string, Reply[]>): void {
  const all: Record<string, Reply[]> = {
    "/api/token/refresh/": [() => Response.json({ access: NEXT, refresh: "r2" })],
    ...replies,
  };
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push({ url, init, headers: init.headers as Record<string, string> });
    const before = sent.filter((call) => call.url === url).length - 1;
    const reply = all[url]?.[before];
    if (!reply) throw new TypeError(`Nobody answers ${url} (call ${before + 1}).`);
    return reply();
  });
}
const ok =
  (body: unknown = {}, headers: Record<string, string> = {}) =>
  () =>
    Response.json(body, { headers });
const refuse =
  (status: number, detail = "No.") =>
  () =>
    Response.json({ detail }, { status });
const unreachable = () => Promise.reject(new TypeError("Failed to fetch"));

let warn: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  stubStorage();
  stubWindow();
  sent.length = 0;
  warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  createTokenStore().save({ access: ACCESS, refresh: "r1" });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const open = () => createSession(createTokenStore());
const authorizations = () => sent.map(({ headers }) => headers.authorization);

describe("a call of an editor", () => {
  test("carries the token; rejected with 401 it is repeated once, unchanged, with a new one", async () => {
    network({ "/api/x/": [refuse(401), ok({ id: 3 }, { etag: '"4"' })] });
    const answer = await open().send("PUT", "/api/x/", { title: "T" }, { ifMatch: '"3"', idempotencyKey: "k" });
    expect(answer).toEqual({ body: { id: 3 }, etag: '"4"', hasOthers: false });
    const [first, , second] = sent;
    expect(authorizations()).toEqual([`Bearer ${ACCESS}`, undefined, `Bearer ${NEXT}`]);
    expect(first?.headers).toMatchObject({
      "content-type": "application/json",
      "if-match": '"3"',
      "idempotency-key": "k",
    });
    expect(second?.headers).toEqual({ ...first?.headers, authorization: `Bearer ${NEXT}` });
    expect([second?.init.method, second?.init.body]).toEqual(["PUT", '{"title":"T"}']);
  });

  test("that is rejected again fails: it is not repeated twice", async () => {
    network({ "/api/x/": [refuse(401), refuse(401, "Still no.")] });
    await expect(open().send("DELETE", "/api/x/")).rejects.toMatchObject({ status: 401, detail: "Still no." });
    expect(sent).toHaveLength(3);
  });

  test.each([400, 403, 409, 500])("that fails with %i is not repeated", async (status) => {
    network({ "/api/x/": [refuse(status, "For a reason.")] });
    await expect(open().send("POST", "/api/x/", {})).rejects.toMatchObject({ status, detail: "For a reason." });
    expect(sent).toHaveLength(1);
  });

  test("after the session has ended fails with 401 and is not sent: a reader would get 404 for a draft", async () => {
    network({ "/api/x/": [ok()] });
    const session = open();
    await session.read("/api/x/", "body");
    createTokenStore().clear();
    await expect(session.read("/api/x/", "body")).rejects.toMatchObject({ status: 401 });
    expect(sent).toHaveLength(1);
  });

  test("without a token is still sent, and logged", async () => {
    createTokenStore().clear();
    network({ "/api/x/": [ok()] });
    await open().read("/api/x/", "body");
    expect(authorizations()).toEqual([undefined]);
    expect(warn).toHaveBeenCalledWith("No access token for /api/x/");
  });

  test("with a form leaves its type to the browser, which knows the boundary", async () => {
    network({ "/api/x/": [ok()] });
    const form = new FormData();
    await open().send("POST", "/api/x/", form);
    expect(sent[0]?.init.body).toBe(form);
    expect(sent[0]?.headers).not.toHaveProperty("content-type");
  });

  test("is delivered even if the page is closed meanwhile, where that is asked for", async () => {
    network({ "/api/x/": [ok(), ok()] });
    const session = open();
    await session.send("PUT", "/api/x/", {}, { outlivesPage: true });
    await session.send("PUT", "/api/x/", {});
    expect(sent.map(({ init }) => init.keepalive)).toEqual([true, false]);
  });

  test("recognises a response without a body, and those that may contain changes of others", async () => {
    const repeated = ok({ id: 1 }, { "idempotency-replayed": "true" });
    const merged = ok({ id: 1 }, { "save-merged": "true" });
    network({ "/api/x/": [() => new Response(null, { status: 204 }), repeated, merged, ok({ id: 1 })] });
    const session = open();
    expect(await session.send("DELETE", "/api/x/")).toEqual({ body: undefined, etag: null, hasOthers: false });
    expect(await session.send("POST", "/api/x/", {})).toMatchObject({ body: { id: 1 }, hasOthers: true });
    expect(await session.send("PUT", "/api/x/", {})).toMatchObject({ body: { id: 1 }, hasOthers: true });
    expect(await session.send("PUT", "/api/x/", {})).toMatchObject({ body: { id: 1 }, hasOthers: false });
  });

  test("distinguishes a broken connection from a cancelled request", async () => {
    const abort = new AbortController();
    abort.abort();
    network({ "/api/x/": [unreachable, () => Promise.reject(abort.signal.reason)] });
    const session = open();
    await expect(session.read("/api/x/", "body")).rejects.toBeInstanceOf(NetworkError);
    await expect(session.read("/api/x/", "body", abort.signal)).rejects.toBe(abort.signal.reason);
  });

  test("whose response breaks off is a lost connection, not a response", async () => {
    network({
      "/api/x/": [() => new Response("{ half", { headers: { "content-type": "application/json" } })],
      "/api/file/": [
        () => new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError("terminated")) })),
      ],
    });
    await expect(open().read("/api/x/", "body")).rejects.toBeInstanceOf(NetworkError);
    await expect(open().download("/api/file/", "text/csv")).rejects.toBeInstanceOf(NetworkError);
    expect(sent.at(-1)?.headers.accept).toBe("text/csv");
  });
});

describe("logging in", () => {
  const LOGIN = { email: "a@news.example", password: "secret" };
  const login = "/api/token/";

  test("keeps the tokens, and identifies this browser to the server next time", async () => {
    createTokenStore().clear();
    const pair = { access: NEXT, refresh: "r2" };
    network({ [login]: [ok(pair, { [DEVICE_HEADER]: "device 1" }), ok(pair)] });
    const session = open();
    await session.logIn(LOGIN);
    expect([session.account(), localStorage.getItem("refresh_token")]).toEqual(["7", "r2"]);
    await session.logIn(LOGIN);
    expect(sent.map(({ headers }) => headers[DEVICE_HEADER])).toEqual([undefined, "device 1"]);
    expect(localStorage.getItem("device_token")).toBe("device 1");
  });

  test("with a wrong password requests no refresh, and keeps nothing", async () => {
    createTokenStore().clear();
    network({ [login]: [refuse(401, "Rejected.")] });
    const session = open();
    await expect(session.logIn(LOGIN)).rejects.toMatchObject({ detail: "Rejected." });
    expect([sent.length, session.account()]).toEqual([1, null]);
  });
});

describe("a call that ends the session and starts another", () => {
  const URL = "/api/accounts/password/";
  const restart = () => open().restartSession("PUT", URL, { password: "p" });

  test("goes on with the new tokens, and keeps the device's", async () => {
    network({ [URL]: [ok({ access: NEXT, refresh: "r9" }, { [DEVICE_HEADER]: "d9" })] });
    await restart();
    expect(authorizations()).toEqual([`Bearer ${ACCESS}`]);
    const store = createTokenStore();
    expect([store.access(), store.refresh(), store.device()]).toEqual([NEXT, "r9", "d9"]);
  });

  test("is repeated once with a refreshed token where the old one has expired", async () => {
    network({ [URL]: [refuse(401), ok({ access: tokenOf(7, "a3"), refresh: "r9" })] });
    await restart();
    expect(sent.map(({ url }) => url)).toEqual([URL, "/api/token/refresh/", URL]);
    expect(createTokenStore().refresh()).toBe("r9");
  });

  test("changes nothing where it is refused", async () => {
    network({ [URL]: [refuse(400, "Rejected.")] });
    await expect(restart()).rejects.toThrow("Rejected.");
    const store = createTokenStore();
    expect([store.access(), store.refresh(), store.device()]).toEqual([ACCESS, "r1", null]);
  });
});

describe("logging out", () => {
  test("ends the session here at once, and on the server even if the page is closed meanwhile", async () => {
    network({ "/api/token/logout/": [ok()] });
    const session = open();
    const over = session.logOut();
    expect(session.account()).toBeNull();
    await over;
    expect(sent.map(({ init }) => [init.body, init.keepalive])).toEqual([['{"refresh":"r1"}', true]]);
  });

  test.each([
    ["is not there", unreachable],
    ["refuses", refuse(500)],
  ])("works where the server %s, which is logged", async (_name, reply) => {
    network({ "/api/token/logout/": [reply] });
    await expect(open().logOut()).resolves.toBeUndefined();
    expect(warn).toHaveBeenCalledWith(expect.stringContaining("logout could not be sent to the server"));
  });

  test("twice logs out once on the server", async () => {
    network({ "/api/token/logout/": [ok()] });
    const session = open();
    await session.logOut();
    await session.logOut();
    expect(sent).toHaveLength(1);
  });
});
