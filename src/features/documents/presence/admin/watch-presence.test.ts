import { expect, test, vi } from "vitest";
import { NetworkError } from "#shared/api-client.ts";
import { apiError } from "#test/support/api-error.ts";
import type { PresentPeople } from "../schema.ts";
import { othersInWords, watchPresence } from "./others-here.tsx";

const ARTICLE = { type: "article", id: 7 } as const;
const person = (name: string, is_me = false) => ({ user: 1, name, since: "2026-11-20T12:00:00.000Z", is_me });
const event = (people: PresentPeople) => `:\n\nevent: presence\ndata: ${JSON.stringify(people)}\n\n`;

/** A stream of these texts, in as many pieces, which then ends. */
const streamOf = (...texts: string[]) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });

test("everybody who comes and goes is told, across the streams that end by themselves", async () => {
  const [amina, baraka] = [person("Amina", true), person("Baraka")];
  const whole = event([amina, baraka]);
  const streams = [streamOf(whole.slice(0, 30), whole.slice(30)), streamOf(event([amina]))];
  const closing = new AbortController();
  const told: (PresentPeople | null)[] = [];
  const stream = async () => {
    const next = streams.shift();
    if (next) return next;
    closing.abort();
    throw new DOMException("Aborted", "AbortError");
  };
  await watchPresence({ stream }, ARTICLE, { onPeople: (people) => told.push(people) }, closing.signal);
  expect(told).toEqual([[amina, baraka], [amina]]);
});

test("reports each stored version by its ETag", async () => {
  const saved = (etag: string) => `event: saved\ndata: ${JSON.stringify({ etag })}\n\n`;
  const streams = [streamOf(saved('"3d1"'), event([person("Baraka")]), saved('"3d2"'))];
  const closing = new AbortController();
  const etags: string[] = [];
  const stream = async () => {
    const next = streams.shift();
    if (next) return next;
    closing.abort();
    throw new DOMException("Aborted", "AbortError");
  };
  const watcher = { onPeople: () => undefined, onSaved: (etag: string) => etags.push(etag) };
  await watchPresence({ stream }, ARTICLE, watcher, closing.signal);
  expect(etags).toEqual(['"3d1"', '"3d2"']);
});

test("while the connection is down nobody is known; it is tried again, ever more seldom", async () => {
  vi.useFakeTimers();
  try {
    const closing = new AbortController();
    const told: (PresentPeople | null)[] = [];
    let tries = 0;
    const stream = async () => {
      tries += 1;
      throw new NetworkError();
    };
    const done = watchPresence({ stream }, ARTICLE, { onPeople: (people) => told.push(people) }, closing.signal);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tries).toBeGreaterThan(4);
    expect(tries).toBeLessThan(14);
    expect(new Set(told)).toEqual(new Set([null]));
    closing.abort();
    await done;
  } finally {
    vi.useRealTimers();
  }
});

test("a stream that ends before it tells anything is not opened again at once", async () => {
  vi.useFakeTimers();
  try {
    const closing = new AbortController();
    let tries = 0;
    const stream = async () => {
      tries += 1;
      return streamOf(":\n\n");
    };
    const done = watchPresence({ stream }, ARTICLE, { onPeople: () => undefined }, closing.signal);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(tries).toBeLessThan(10);
    closing.abort();
    await done;
  } finally {
    vi.useRealTimers();
  }
});

test("a session that has ended is waited for, as the same room continues after the next login", async () => {
  vi.useFakeTimers();
  try {
    const closing = new AbortController();
    const streams = [() => Promise.reject(apiError("session_ended")), async () => streamOf(event([person("Baraka")]))];
    const known: (PresentPeople | null)[] = [];
    const stream = () => (streams.shift() ?? (() => new Promise<never>(() => undefined)))();
    void watchPresence({ stream }, ARTICLE, { onPeople: (people) => known.push(people) }, closing.signal);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(known).toEqual([null, [person("Baraka")]]);
    closing.abort();
  } finally {
    vi.useRealTimers();
  }
});

test("an article that is gone is not asked for again", async () => {
  let tries = 0;
  const stream = async () => {
    tries += 1;
    throw apiError("not_found", "No.");
  };
  await watchPresence({ stream }, ARTICLE, { onPeople: () => undefined }, new AbortController().signal);
  expect(tries).toBe(1);
});

test.each([
  [[], ""],
  [["Baraka"], "Baraka has this article open too."],
  [["Baraka", "Zuri"], "Baraka and Zuri have this article open too."],
  [["A", "B", "C", "D", "E"], "A, B, C, and 2 more have this article open too."],
])("%j is said in words, without oneself", (names, words) => {
  const people = [person("Amina", true), ...names.map((name) => person(name))];
  expect(othersInWords(people, false, "article")).toBe(words);
  expect(othersInWords(people, false, "issue")).toBe(words.replace("article", "issue"));
  expect(othersInWords(people, true, "article")).toBe(`${words} You have this article open in another tab too.`.trim());
});
