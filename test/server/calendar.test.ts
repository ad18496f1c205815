import { expect, test } from "vitest";
import type { Calendar } from "#features/calendar/endpoints.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { addArchive } from "#test/support/archive.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines, type OpenTestDatabase } from "#test/support/engines.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

const iso = (time: number) => new Date(time).toISOString();

async function start(open: OpenTestDatabase) {
  const desk = await startDesk(open);
  const { call, clock } = desk;
  const now = clock.now();
  return {
    ...desk,
    now,
    read: async (from = now - WEEK, to = now + WEEK): Promise<Calendar> =>
      (await call({ method: "GET", url: editorApiUrl.calendar(from, to) })).body,
    post: (url: string, payload?: object, ifMatch?: string) =>
      call({ method: "POST", url, ...(payload && { payload }), ...(ifMatch && { ifMatch }) }),
    addIssue: async (subject: string) => {
      const payload = { subject, introduction: "Hello." };
      return (await call({ method: "POST", url: editorApiUrl.issues(), payload })).body.id as number;
    },
  };
}

describeOnEngines("the calendar", (open) => {
  test("lists articles, scheduled updates and issues by time, and nothing outside of its range", async () => {
    const { publishOne, call, post, addIssue, read, now, mail } = await start(open);
    const out = await publishOne({ title: "Out", publishedAt: now - DAY });
    const planned = await publishOne({ title: "Planned", publishedAt: now + DAY });
    await publishOne({ title: "A draft", status: "draft", publishedAt: null });
    await publishOne({ title: "A draft with a date", status: "draft", publishedAt: now + HOUR });
    await publishOne({ title: "The very end", publishedAt: now + WEEK });
    await publishOne({ title: "Long before", publishedAt: now - WEEK - 1 });
    const first = await publishOne({ title: "The very beginning", publishedAt: now - WEEK });
    await call({ method: "PUT", url: editorApiUrl.draft(out), payload: { excerpt: "Better." } });
    await post(editorApiUrl.publish(out), { at: iso(now + 2 * DAY) });
    const sent = await addIssue("Sent");
    await post(editorApiUrl.issueAction(sent, "send"));
    await mail.advanceIssues();
    const issue = await addIssue("Next week");
    await post(editorApiUrl.issueAction(issue, "send"), { at: iso(now + 3 * DAY) });
    const paused = await addIssue("Paused");
    await post(editorApiUrl.issueAction(paused, "send"), { at: iso(now + 4 * DAY) });
    await post(editorApiUrl.issueAction(paused, "pause"));
    await addIssue("Not planned");

    const { entries, complete_until } = await read();
    expect(complete_until).toBe(iso(now + WEEK));
    expect(
      entries.every(({ is_others }) => !is_others),
      "all are a chief's",
    ).toBe(true);
    expect(entries.map(({ etag: _etag, is_others: _others, story: _story, ...entry }) => entry)).toEqual([
      { kind: "article", id: first, title: "The very beginning", at: iso(now - WEEK), state: "published" },
      { kind: "article", id: out, title: "Out", at: iso(now - DAY), state: "published" },
      { kind: "issue", id: sent, title: "Sent", at: iso(now), state: "sent" },
      { kind: "article", id: planned, title: "Planned", at: iso(now + DAY), state: "scheduled" },
      { kind: "update", id: out, title: "Out", at: iso(now + 2 * DAY), state: "scheduled" },
      { kind: "issue", id: issue, title: "Next week", at: iso(now + 3 * DAY), state: "scheduled" },
      { kind: "issue", id: paused, title: "Paused", at: iso(now + 4 * DAY), state: "paused" },
    ]);
    expect(entries.filter(({ etag }) => etag === null).map(({ title }) => title)).toEqual([
      ...["The very beginning", "Out", "Sent", "Paused"],
    ]);
  });

  test("names the version with which each kind is moved, and another change since is a conflict", async () => {
    const { publishOne, call, post, addIssue, read, now } = await start(open);
    const article = await publishOne({ title: "Planned", publishedAt: now + DAY });
    const updated = await publishOne({ title: "Updated", publishedAt: now - DAY });
    await call({ method: "PUT", url: editorApiUrl.draft(updated), payload: { excerpt: "Better." } });
    await post(editorApiUrl.publish(updated), { at: iso(now + DAY) });
    const issue = await addIssue("An issue");
    await post(editorApiUrl.issueAction(issue, "send"), { at: iso(now + DAY) });
    const later = { at: iso(now + 2 * DAY) };
    const moves = new Map([
      ["Planned", editorApiUrl.publish(article)],
      ["Updated", editorApiUrl.publish(updated)],
      ["An issue", editorApiUrl.issueAction(issue, "send")],
    ]);
    const seen = (await read()).entries.filter(({ etag }) => etag !== null);
    expect(seen.map(({ title }) => title).sort()).toEqual([...moves.keys()].sort());
    for (const { title, etag } of seen)
      expect((await post(moves.get(title) ?? "", later, etag ?? "")).status, title).toBe(200);
    const moved = (await read(now + 2 * DAY, now + 3 * DAY)).entries;
    expect(moved.map(({ title }) => title).sort()).toEqual([...moves.keys()].sort());

    const subject = "Another subject";
    for (const id of [article, updated])
      await call({ method: "PUT", url: `${editorApiUrl.draft(id)}?scheduled=1`, payload: { excerpt: "Best." } });
    await call({ method: "PUT", url: editorApiUrl.issue(issue), payload: { subject } });
    for (const { title, etag } of moved)
      expect((await post(moves.get(title) ?? "", { at: iso(now + DAY) }, etag ?? "")).status, title).toBe(409);
    expect((await read(now + 2 * DAY, now + 3 * DAY)).entries).toHaveLength(3);
  });

  test("shows the digests to come while they are switched on", async () => {
    const { call, read, now } = await start(open);
    const digest = { enabled: true, weekday: 1, hour: 7 };
    await call({ method: "PUT", url: editorApiUrl.digest(), payload: digest });
    const { entries } = await read(now - 2 * WEEK, now + 2 * WEEK);
    // The clock stands on Friday, November 20.
    expect(entries).toEqual([
      ...["2026-11-23T07:00:00.000Z", "2026-11-30T07:00:00.000Z"].map((at) => ({
        kind: "digest",
        id: null,
        title: "Weekly digest",
        at,
        state: "scheduled",
        etag: null,
        is_others: false,
      })),
    ]);
    await call({ method: "PUT", url: editorApiUrl.digest(), payload: { ...digest, enabled: false } });
    expect((await read()).entries).toEqual([]);
  });

  test("says up to when it is complete where there is more than one call returns", async () => {
    const { store, read, now } = await start(open);
    const dates = Array.from({ length: 1_100 }, (_, index) => now - HOUR / 2 - index * 60_000);
    await addArchive(store, dates);
    const { entries, complete_until } = await read();
    expect(entries).toHaveLength(1_000);
    expect(complete_until).toBe(iso(Math.min(...dates) + 999 * 60_000));
    expect(entries.at(-1)?.at).toBe(complete_until);
  });

  test("refuses what is no stretch of time, or a long one, and readers", async () => {
    const { app, call, now } = await start(open);
    const statusOf = async (url: string) => (await call({ method: "GET", url })).status;
    expect(await statusOf(editorApiUrl.calendar(now, now + 50 * DAY))).toBe(200);
    expect(await statusOf(editorApiUrl.calendar(now, now + 50 * DAY + 1))).toBe(400);
    expect(await statusOf(editorApiUrl.calendar(now, now))).toBe(400);
    for (const query of [
      "",
      "?from=now&to=then",
      `?from=${iso(now)}`,
      "?from=2026-02-30T00:00:00Z&to=2026-03-05T00:00:00Z",
    ])
      expect(await statusOf(`/api/calendar/${query}`), query).toBe(400);
    expect((await app.inject(editorApiUrl.calendar(now, now + DAY))).statusCode).toBe(401);
  });
});
