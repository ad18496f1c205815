import { afterEach, describe, expect, test, vi } from "vitest";
import { NetworkError } from "#shared/api-client.ts";
import { transfer } from "./transport.ts";

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
    ...{ method: "POST", url: "/api/media/", headers: { authorization: "Bearer x" }, body: "bytes", signal },
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
