import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import type { ArticleDetail } from "#features/articles/schema.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import type { Answer } from "#test/support/call-once.ts";
import { startDatabaseProxy } from "#test/support/database-proxy.ts";
import { createPostgresDatabase } from "#test/support/engines.ts";
import { startNodes } from "#test/support/nodes.ts";
import { MIGRATED } from "#test/support/postgres-cluster.ts";
import { patient } from "#test/support/slowness.ts";
import { IS_THOROUGH } from "#test/support/thorough.ts";

/** Far more messages than any of these calls sends to the database. */
const MAX_MESSAGES = 300;
/** In the short form only some messages are tried, of one call. */
const STEP = IS_THOROUGH ? 1 : 4;
/** Until a change is on the pages of both nodes. */
const SOON = { timeout: 5_000, interval: 20 };
const TIME_LIMIT = patient(IS_THOROUGH ? 600_000 : 120_000);

const newWord = () => `w${randomUUID().replaceAll("-", "")}`;

async function newPicture(): Promise<Buffer> {
  const [r = 0, g = 0, b = 0] = randomUUID()
    .split("-")
    .map((part) => Number.parseInt(part, 16) % 256);
  return sharp({ create: { width: 24, height: 16, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
}

/** What a call changes, as the other node sees it. A call that was not answered may have taken effect, but whole. */
type Trial = {
  send: () => Promise<{ status: number; text: string }>;
  /** Whether it has taken effect. Fails where it has by half. */
  isDone: () => Promise<boolean>;
};

/** Two nodes, the first of which reaches the database through a proxy that breaks a connection at a chosen message. */
async function start() {
  const databaseUrl = await createPostgresDatabase({ template: MIGRATED });
  const proxy = await startDatabaseProxy(databaseUrl);
  onTestFinished(() => proxy.cut());
  const nodes = await startNodes({ databaseUrl, own: [{ DATABASE_URL: proxy.url }, {}] });
  const { first, second, call, publish, upload } = nodes;
  const read = async <T>(path: string): Promise<T> => JSON.parse((await call(second.url, "GET", path)).text);

  /** An article is in the editors' list, the search and at its address alike, with its picture, or nowhere. */
  const articleWith = async (word: string): Promise<ArticleDetail | undefined> => {
    const listed = await read<{ id: number }[]>(`${apiUrl.articles()}?query=${word}`);
    const found = await read<{ id: number }[]>(apiUrl.search(word));
    expect(found.map(({ id }) => id)).toEqual(listed.map(({ id }) => id));
    const [{ id } = { id: undefined }] = listed;
    if (id === undefined) return undefined;
    expect(listed).toHaveLength(1);
    const article = await read<ArticleDetail>(apiUrl.article(id));
    const [, picture] = /src="([^"]+)"/.exec(article.content) ?? [];
    if (picture) expect((await call(second.url, "GET", picture)).status, picture).toBe(200);
    return article;
  };

  /** Breaks the connection at every message of a call in turn; returns how many of them were broken. */
  const survive = async (moment: "before" | "after", prepare: () => Promise<Trial>): Promise<number> => {
    let broken = 0;
    for (let nth = 1; nth < MAX_MESSAGES; nth += STEP) {
      const { send, isDone } = await prepare();
      proxy.breakAt(nth, moment);
      const answer = await send();
      const hasBroken = proxy.mend();
      const done = await isDone();
      if (answer.status < 300) expect(done, `acknowledged, broken ${moment} message ${nth}`).toBe(true);
      else expect([answer.status, typeof JSON.parse(answer.text).detail], answer.text).toEqual([503, "string"]);
      // The node has recovered by itself, at once.
      const next = await call(first.url, "POST", apiUrl.subscribe(), { email: `${newWord()}@example.com` });
      expect(next.status, `the call after message ${nth}: ${next.text}`).toBe(200);
      if (hasBroken) broken += 1;
      else {
        expect(answer.status, answer.text).toBeLessThan(300);
        return broken;
      }
    }
    throw new Error("There was a fault at every message.");
  };
  return { first, second, call, publish, upload, read, articleWith, survive };
}

type Started = Awaited<ReturnType<typeof start>>;

const fieldsOf = async (word: string) => ({
  title: `Article ${word}`,
  category: `Section ${word.slice(0, 5)}`,
  tags: [`tag${word}`, "shared"],
  status: "published",
  content: `<p>Text</p><img src="data:image/png;base64,${(await newPicture()).toString("base64")}" alt="" />`,
});

const KINDS: Record<string, (started: Started) => () => Promise<Trial>> = {
  "an article is created": ({ first, second, call, articleWith }) => {
    return async () => {
      const word = newWord();
      const fields = await fieldsOf(word);
      return {
        send: (): Promise<Answer> => call(first.url, "POST", apiUrl.articles(), fields),
        async isDone() {
          const article = await articleWith(word);
          // The node whose commit succeeded without a response has a page cache, too.
          for (const node of [first, second])
            await expect
              .poll(async () => (await call(node.url, "GET", "/")).text.includes(fields.title), SOON)
              .toBe(article !== undefined);
          if (!article) return false;
          expect(article).toMatchObject({ title: fields.title, category: fields.category, tags: fields.tags });
          expect(article.content).toMatch(/^<p>Text<\/p><img src="\/media\//);
          return true;
        },
      };
    };
  },
  "an article is changed": ({ first, call, publish, articleWith }) => {
    return async () => {
      const [before, after] = [newWord(), newWord()];
      const id = await publish(first.url, `Article ${before}`);
      const fields = await fieldsOf(after);
      return {
        send: () => call(first.url, "PUT", apiUrl.article(id), fields),
        async isDone() {
          const [old, changed] = [await articleWith(before), await articleWith(after)];
          expect([old?.id, changed?.id].filter((known) => known !== undefined)).toEqual([id]);
          if (old) expect(old).toMatchObject({ content: "<p>Text</p>", tags: [], category: "News" });
          else expect(changed).toMatchObject({ tags: fields.tags, category: fields.category });
          return old === undefined;
        },
      };
    };
  },
  "an article is deleted": ({ first, call, publish, articleWith }) => {
    return async () => {
      const word = newWord();
      const id = await publish(first.url, `Article ${word}`);
      return {
        send: () => call(first.url, "DELETE", apiUrl.article(id)),
        isDone: async () => (await articleWith(word)) === undefined,
      };
    };
  },
  "a picture is uploaded": ({ first, second, call, upload, read }) => {
    let stored = 0;
    return async () => {
      const picture = await newPicture();
      return {
        async send() {
          const answer = await upload(first.url, picture);
          return { status: answer.status, text: await answer.text() };
        },
        async isDone() {
          const all = await read<{ url: string }[]>(editorApiUrl.pictures());
          for (const { url } of all) expect((await call(second.url, "GET", url)).status, url).toBe(200);
          const isNew = all.length > stored;
          stored = all.length;
          return isNew;
        },
      };
    };
  },
  "a reader subscribes": ({ first, call, read }) => {
    return async () => {
      const email = `${newWord()}@example.com`;
      return {
        send: () => call(first.url, "POST", apiUrl.subscribe(), { email }),
        isDone: async () => (await read<object[]>(`${editorApiUrl.subscribers()}?query=${email}`)).length === 1,
      };
    };
  },
};

describe.skipIf(inject("postgres") === null)("when the connection to the database breaks at any message", () => {
  for (const [kind, trialsOf] of Object.entries(KINDS))
    test.skipIf(!IS_THOROUGH && kind !== "an article is created")(
      `${kind} whole or not at all, on both nodes, and the next call works`,
      async () => {
        const started = await start();
        // The first time takes more messages, for words that the search does not know yet for example.
        await (await trialsOf(started)()).send();
        for (const moment of ["before", "after"] as const)
          expect(await started.survive(moment, trialsOf(started)), moment).toBeGreaterThan(0);
      },
      TIME_LIMIT,
    );
});
