import { expect, test } from "vitest";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { costOf } from "#test/support/cpu-time.ts";
import { startEditor } from "#test/support/editor.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { expectLinear } from "#test/support/growth.ts";
import { startTestApp } from "#test/support/test-app.ts";

const MEBIBYTE = 1024 * 1024;
const filled = (piece: string, length: number) => piece.repeat(Math.floor(length / piece.length));

async function start() {
  const database = await openSqliteForTest();
  const { app } = await startTestApp(database);
  const { headers } = await startEditor(app, database);
  const write = (content: string) =>
    app.inject({
      method: "POST",
      url: apiUrl.articles(),
      headers,
      payload: { title: "T", category: "C", status: "published", content },
    });
  return { app, write };
}

/** Text that took a regular expression seconds to half a minute, and the worst cases for a parser; by their length. */
const HEAVY: Record<string, (length: number) => string> = {
  "an alternative text of spaces": (length) => `<img alt="${" ".repeat(length - 40)}x">`,
  "an address of spaces": (length) => `<img src=${" ".repeat(length - 20)}x>`,
  "an attribute without end": (length) => `<img alt="${"x".repeat(length - 20)}`,
  "signs that begin elements": (length) => filled("<", 0.3 * length),
  "half a comment again and again": (length) => filled("<!-", length),
  "half an element again and again": (length) => filled("<a href='", length),
  "small elements": (length) => filled("<b>x</b>", length),
  "empty lines": (length) => filled("<p> </p>", 0.9 * length),
  "character references": (length) => filled("&amp;", length),
  pictures: (length) => filled('<img src="/media/abcdefgh/400x300.jpg">', length),
  attributes: (length) => `<p ${Array.from({ length: length / 10 }, (_, index) => `a${index}=b`).join(" ")}>x</p>`,
  prose: (length) =>
    filled("<p>Some words with <em>emphasis</em> and a <a href='https://example.com/'>link</a>.</p>\n", 0.9 * length),
};

test.each(Object.entries(HEAVY))("a mebibyte of %s is stored and shown in linear time", async (_name, textOf) => {
  const { app, write } = await start();
  await expectLinear(
    (size) => textOf(size * MEBIBYTE),
    async (content) => {
      const made = await write(content);
      expect(made.statusCode).toBe(201);
      expect((await app.inject(pageUrl.article(made.json().id))).statusCode).toBe(200);
    },
  );
});

test("sixteen mebibytes of anything are rejected before they are parsed", async () => {
  const { write } = await start();
  const reject = (piece: string) =>
    costOf(async () => expect((await write(filled(piece, 15 * MEBIBYTE))).statusCode).toBe(413));
  // Parsing one of the fifteen mebibytes costs more than to receive them all.
  const received = Math.max(await reject("x"), await reject("x"));
  for (const piece of ["<b>x</b>", '<img src="data:image/png;base64,QUJD">', ";base64,"])
    expect(await reject(piece), piece).toBeLessThan(10 * received);
});
