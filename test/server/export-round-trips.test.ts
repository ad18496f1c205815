import { join } from "node:path";
import { parse } from "@wordpress/block-serialization-default-parser";
import sharp from "sharp";
import { expect, test } from "vitest";
import { seedEdition } from "#app/demo/seed.ts";
import type { ExportFormat } from "#features/transfer/exports/rules.ts";
import type { Read } from "#features/transfer/sources/items.ts";
import { findSource } from "#features/transfer/sources/registry.ts";
import { RemoteError, type RemoteFetch } from "#platform/remote-fetch.ts";
import { isRemote } from "#shared/pictures.ts";
import { EDITOR, startEditor } from "#test/support/editor.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { formRequest } from "#test/support/form.ts";
import { startTestApp, TEST_SITE, type TestApp } from "#test/support/test-app.ts";
import { openZip, startWholePublication } from "#test/support/whole-publication.ts";

const MOVED = "https://moved.example";
const DEMO = join(import.meta.dirname, "..", "..", "demo");

/** Adds the demo content, with small pictures, which take less time. */
async function seedDemo({ store }: TestApp): Promise<void> {
  const small = async (bytes: Uint8Array) => sharp(bytes).resize(64).png().toBuffer();
  const images = { ...store.images, master: async (bytes: Uint8Array) => store.images.master(await small(bytes)) };
  await seedEdition({ ...store, images }, DEMO);
}

async function exported({ app, runJob }: TestApp, headers: Record<string, string>, format: ExportFormat) {
  const { id } = (await app.inject({ method: "POST", url: "/api/exports/", headers, payload: { format } })).json();
  await runJob("export tasks");
  return (await app.inject({ url: `/api/exports/${id}/file/`, headers })).rawPayload;
}

/** What a source reads in a zip, without what differs between two publications: ids, keys of pictures, and addresses. */
async function itemsIn(bytes: Buffer) {
  const zip = await openZip(bytes);
  const source = await findSource(zip);
  const items: Read[] = [];
  for await (const item of source.read(zip)) items.push(item);
  const names = new Map(items.flatMap((item) => (item.kind === "author" ? [[item.key, item.name]] : [])));
  const texts = items.flatMap((item) => (item.kind === "post" || item.kind === "page" ? [item] : []));
  const plain = texts.map(
    ({ key: _, feedId: _id, addresses: _own, updatedAt: _at, findings: _lost, picture, authors, ...text }) =>
      // An import has captions of files, and no pictures on other hosts for other sites.
      withoutIds(
        JSON.stringify({
          ...text,
          authors: authors.map((key) => names.get(key)),
          picture: picture.address,
          ...(isRemote(picture.address) && { socialPicture: "" }),
        }),
      ),
  );
  const titles = new Map(texts.map(({ key, title }) => [key, title]));
  const titlesOf = (keys: readonly string[]) => keys.map((key) => titles.get(key) ?? key);
  return {
    texts: plain.map((text) => JSON.parse(text)).toSorted((a, b) => (a.slug < b.slug ? -1 : 1)),
    names: items
      .flatMap((item) => {
        if (item.kind !== "author" && item.kind !== "topic" && item.kind !== "series") return [];
        // An account of the new publication has this name, and stays as it is.
        if (item.name === EDITOR.name) return [];
        const { key: _, addresses: _own, picture, ...about } = item;
        const posts = item.kind === "series" ? titlesOf(item.posts) : [];
        return [{ ...about, hasPicture: picture !== "", posts }];
      })
      .toSorted((a, b) => (`${a.kind} ${a.name}` < `${b.kind} ${b.name}` ? -1 : 1)),
    issues: items.flatMap((item) =>
      item.kind === "issue" ? [{ ...item, html: withoutIds(item.html), posts: titlesOf(item.posts) }] : [],
    ),
  };
}

const withoutIds = (text: string): string =>
  text
    .replaceAll(MOVED, TEST_SITE)
    .replace(/\b[0-9a-f]{24}\b/g, "KEY")
    .replace(/article\/\d+/g, "article/N")
    .replace(/post:\d+/g, "post:N");

/** A text without the paragraphs around items of lists, which other systems don't have, and without white space. */
const blocksOf = (html: string): string =>
  withoutIds(html)
    .replaceAll(TEST_SITE, "")
    .replace(/<\/?p>|\s+/g, "");

test.each(["ghost", "wordpress", "markdown", "jsonl"] as const)(
  "what is exported as %s and imported into an empty publication is exported the same again",
  async (format) => {
    const old = await startWholePublication(await openSqliteForTest(), seedDemo);
    const first = await exported(old, old.headers, format);
    const database = await openSqliteForTest();
    const fromOld: RemoteFetch = async (address) => {
      const file = await old.storage.read(new URL(address).pathname.replace("/media/", ""));
      if (!file) throw new RemoteError("Not found.", true);
      return { type: "image/jpeg", bytes: Buffer.concat(await file.stream.toArray()), address };
    };
    const moved = await startTestApp(database, { clock: old.clock, siteUrl: MOVED, fetchRemote: fromOld });
    const { headers } = await startEditor(moved.app, database);
    const form = await formRequest({}, { file: first }, "export.zip");
    const { id } = (
      await moved.app.inject({
        ...{ method: "POST", url: "/api/imports/", payload: form.payload },
        headers: { ...form.headers, ...headers },
      })
    ).json();
    await moved.runImports();
    for (const work of ["start", "release"]) {
      await moved.app.inject({ method: "POST", url: `/api/imports/${id}/${work}/`, headers, payload: {} });
      await moved.runImports();
    }
    const row = (await moved.app.inject({ url: `/api/imports/${id}/`, headers })).json();
    if (format === "jsonl")
      expect(JSON.stringify(row.findings)).toMatch(
        /Earlier versions are not imported.*unpublished changes are left out/,
      );
    expect(row).toMatchObject({ state: "released", error: "", counts: { posts: 53, pages: 1, skipped: 0 } });
    await moved.fetchRemoteItems();
    const brought = await database.db
      .selectFrom("article")
      .select("content")
      .where("title", "=", old.whole.title)
      .execute();
    expect(brought.map(({ content }) => blocksOf(content))).toEqual([blocksOf(old.whole.content)]);
    expect(await itemsIn(await exported(moved, headers, format))).toEqual(await itemsIn(first));
  },
);

test("WordPress' own parser reads every block of what is exported for it, and nothing between blocks", async () => {
  const site = await startWholePublication(await openSqliteForTest(), seedDemo);
  const zip = await openZip(await exported(site, site.headers, "wordpress"));
  const xml = await zip.text("wordpress.xml");
  const texts = xml
    .split("<content:encoded><![CDATA[")
    .slice(1)
    .map((rest) => rest.split("]]></content:encoded>", 1)[0] ?? "");
  expect(texts.filter(Boolean)).toHaveLength(54);
  const blocks = texts.flatMap((text) => parse(text));
  expect(blocks.filter(({ blockName, innerHTML }) => blockName === null && innerHTML.trim() !== "")).toEqual([]);
  expect(new Set(blocks.flatMap(({ blockName }) => blockName ?? []))).toEqual(
    new Set(
      ["paragraph", "heading", "list", "quote", "code", "separator", "image", "html"].map((name) => `core/${name}`),
    ),
  );
});
