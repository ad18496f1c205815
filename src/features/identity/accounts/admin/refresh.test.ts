import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import { stubStorage, stubWindow, tokenOf } from "#test/support/browser.ts";
import { createRefresh } from "./session.ts";
import { createTokenStore } from "./token-store.ts";

/** What the server says to an exchange of refresh tokens, in turn; the last one again and again. */
type Answer = { status: number } | "no connection" | { access: string; refresh: string };

const OLD = { access: tokenOf(1, "a1"), refresh: "r1" };
const NEW = { access: tokenOf(1, "a2"), refresh: "r2" };

const sent: string[] = [];
/** Stubs the network; `meanwhile` happens while the first request is under way. */
function answerWith(answers: Answer[], meanwhile: () => void = () => {}): void {
  sent.length = 0;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    expect(url).toBe("/api/token/refresh/");
    sent.push(JSON.parse(String(init.body)).refresh);
    const answer = answers[Math.min(sent.length, answers.length) - 1];
    await Promise.resolve();
    if (sent.length === 1) meanwhile();
    if (answer === undefined || answer === "no connection") throw new TypeError("Failed to fetch");
    if ("status" in answer) return Response.json({ detail: "Refused." }, { status: answer.status });
    return Response.json(answer);
  });
}

const log: string[] = [];
/** A tab of the browser: a token store over the common storage, and its refresh. */
function openTab() {
  const tokens = createTokenStore();
  return { tokens, refresh: createRefresh(tokens, (message) => log.push(message)) };
}
const stored = () => [localStorage.getItem("access_token"), localStorage.getItem("refresh_token")];

beforeEach(() => {
  stubStorage();
  stubWindow();
  log.length = 0;
  createTokenStore().save(OLD);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a refresh token is used once", () => {
  test("however many calls of a tab wait for the new one", async () => {
    answerWith([NEW]);
    const { refresh } = openTab();
    expect(await Promise.all([refresh(OLD.access), refresh(OLD.access), refresh(OLD.access)])).toEqual(
      Array(3).fill(NEW.access),
    );
    expect(sent).toEqual([OLD.refresh]);
    expect(stored()).toEqual([NEW.access, NEW.refresh]);
  });

  test("however many tabs there are: the others take what the first one fetched", async () => {
    answerWith([NEW]);
    const tabs = [openTab(), openTab(), openTab()];
    const got = await Promise.all(tabs.map(({ refresh }) => refresh(OLD.access)));
    expect(got).toEqual(Array(3).fill(NEW.access));
    expect(sent).toEqual([OLD.refresh]);
  });

  test("when a call failed with an older token: it takes the stored one without a request", async () => {
    answerWith(["no connection"]);
    createTokenStore().save(NEW);
    expect(await openTab().refresh(OLD.access)).toBe(NEW.access);
    expect(sent).toEqual([]);
  });

  test("per tab, if the browser has no locks", async () => {
    vi.stubGlobal("navigator", {});
    answerWith([NEW]);
    const { refresh } = openTab();
    expect(await Promise.all([refresh(OLD.access), refresh(OLD.access)])).toEqual([NEW.access, NEW.access]);
    expect(sent).toEqual([OLD.refresh]);
  });

  test("even if it fails: waiting calls share the failure", async () => {
    answerWith([{ status: 503 }]);
    const { refresh } = openTab();
    const outcomes = await Promise.allSettled([refresh(OLD.access), refresh(OLD.access), refresh(OLD.access)]);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(3).fill("rejected"));
    expect(sent).toHaveLength(1);
  });
});

describe("a connection that breaks", () => {
  beforeEach(() => void vi.useFakeTimers());

  test("is retried once with the same token, as its response may have been lost", async () => {
    answerWith(["no connection", NEW]);
    const got = openTab().refresh(OLD.access);
    await vi.advanceTimersByTimeAsync(999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await got).toBe(NEW.access);
    expect(sent).toEqual([OLD.refresh, OLD.refresh]);
  });

  test("and stays broken keeps the session, so that a later call can continue", async () => {
    answerWith(["no connection", "no connection", NEW]);
    const { refresh } = openTab();
    const failed = expect(refresh(OLD.access)).rejects.toBeInstanceOf(NetworkError);
    await vi.advanceTimersByTimeAsync(1_000);
    await failed;
    expect(stored()).toEqual([OLD.access, OLD.refresh]);
    expect(await refresh(OLD.access)).toBe(NEW.access);
  });
});

describe("the server's response", () => {
  test.each([400, 401, 403])("%i ends the session, with a message for the editor", async (status) => {
    answerWith([{ status }]);
    const failure = await openTab()
      .refresh(OLD.access)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ status: 401, code: "session_ended" });
    expect(stored()).toEqual([null, null]);
    expect(log).toEqual(["The session could not be refreshed: Refused."]);
  });

  test.each([404, 429, 500, 503])("%i does not end the session", async (status) => {
    answerWith([{ status }, NEW]);
    const { refresh } = openTab();
    await expect(refresh(OLD.access)).rejects.toMatchObject({ status, detail: "Refused." });
    expect(stored()).toEqual([OLD.access, OLD.refresh]);
    expect(await refresh(OLD.access)).toBe(NEW.access);
  });

  test("is not requested without a refresh token", async () => {
    answerWith([NEW]);
    createTokenStore().clear();
    await expect(openTab().refresh(null)).rejects.toMatchObject({ status: 401 });
    expect(sent).toEqual([]);
  });
});

describe("somebody who logs in or out in another tab", () => {
  const OTHER = { access: tokenOf(2, "b1"), refresh: "s1" };
  const ended = { status: 401, code: "session_ended" };

  test("as another account is neither logged in nor out by a refresh in progress", async () => {
    answerWith([NEW], () => createTokenStore().save(OTHER));
    await expect(openTab().refresh(OLD.access)).rejects.toMatchObject(ended);
    expect(stored()).toEqual([OTHER.access, OTHER.refresh]);
  });

  test("as another account does not get a call that began before", async () => {
    answerWith([NEW]);
    createTokenStore().save(OTHER);
    await expect(openTab().refresh(OLD.access)).rejects.toMatchObject(ended);
    expect(sent).toEqual([]);
    expect(stored()).toEqual([OTHER.access, OTHER.refresh]);
  });

  test("is not logged out by the rejection of the previous session", async () => {
    answerWith([{ status: 401 }], () => createTokenStore().save(OTHER));
    await expect(openTab().refresh(OLD.access)).rejects.toBeInstanceOf(ApiError);
    expect(stored()).toEqual([OTHER.access, OTHER.refresh]);
  });

  test("out during a refresh stays logged out", async () => {
    answerWith([NEW], () => createTokenStore().clear());
    await expect(openTab().refresh(OLD.access)).rejects.toMatchObject(ended);
    expect(stored()).toEqual([null, null]);
  });

  test("in again as the same account serves the waiting calls", async () => {
    const again = { access: tokenOf(1, "a9"), refresh: "r9" };
    answerWith([NEW], () => createTokenStore().save(again));
    expect(await openTab().refresh(OLD.access)).toBe(again.access);
    expect(stored()).toEqual([again.access, again.refresh]);
  });
});
