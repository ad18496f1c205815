import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { filesOf, findings, HEAD, item, meta, read, readItems, texts, wxr } from "#test/support/wordpress-export.ts";
import { wordpressSource } from "./source.ts";

describe("broken WordPress exports", () => {
  it.each([
    [
      "bare ampersands and control characters",
      wxr(item().replace("<![CDATA[Title]]>", "A & B\u0007 &amp; C")),
      { title: "A & B & C" },
    ],
    [
      "other prefixes",
      wxr(item()).replaceAll("wp:", "x:").replaceAll("content:", "y:"),
      { title: "Title", state: "published", html: "<p>Text</p>" },
    ],
    ["prefixes without namespaces", wxr(item()).replace(HEAD, "<rss>"), { state: "published", html: "<p>Text</p>" }],
    [
      "a prefix of another namespace",
      wxr(item()).replace("<item>", '<item xmlns:wp="http://other.example/">'),
      { state: "draft" },
    ],
    [
      "no type and no status",
      wxr(item()).replace(/<wp:(?:post_type|status)>.*?<\/wp:(?:post_type|status)>/g, ""),
      { kind: "post", state: "draft" },
    ],
    [
      "elements instead of text",
      wxr(item()).replace("<![CDATA[Text]]>", '<p class="x">A <b>B</b></p>'),
      { html: "<p>A <strong>B</strong></p>" },
    ],
    [
      "texts in several sections",
      wxr(item()).replace("<![CDATA[Text]]>", "<![CDATA[One ]]]]><![CDATA[> two]]>"),
      { html: "<p>One ]]&gt; two</p>" },
    ],
    [
      "an item without an end",
      wxr(`${item().replace("</item>", "")}${item({ "wp:post_id": "2" })}`),
      { state: "draft" },
    ],
    ["warnings of PHP before it", `<br />\n<b>Warning</b>: x in y on line 1\n${wxr(item())}`, { state: "published" }],
    [
      "declared entities",
      wxr(item())
        .replace(HEAD, `<!DOCTYPE rss [<!ENTITY a "${"b".repeat(50)}"><!ENTITY c "&a;&a;">]>${HEAD}`)
        .replace("<![CDATA[Title]]>", "&c;&c;"),
      { title: "&c;&c;" },
    ],
  ])("reads files with %s", async (_title, file, expected) => {
    expect(texts(await read({ "a.xml": file }))[0]).toMatchObject(expected);
  });

  it("reads a file that ends early, and makes a draft of its last text", async () => {
    const all = await read({
      "a.xml": wxr(item() + item({ "wp:post_id": "2", "content:encoded": "Two words" })).split("words")[0] ?? "",
    });
    expect(texts(all).map(({ state, html }) => [state, html])).toEqual([
      ["published", "<p>Text</p>"],
      ["draft", "<p>Two</p>"],
    ]);
    expect(findings(all)).toEqual([
      { kind: "finding", level: "warning", item: "a.xml", message: "The file ends early: what follows is missing." },
    ]);
  });

  it("reads other encodings and gzip", async () => {
    const text = wxr(item({ title: "Zürich" })).replace("UTF-8", "ISO-8859-1");
    expect(texts(await read({ "a.xml": Buffer.from(text, "latin1") }))[0]?.title).toBe("Zürich");
    const utf16 = Buffer.from(`\uFEFF${wxr(item({ title: "Zürich" }))}`, "utf16le");
    expect(texts(await read({ "a.xml.gz": gzipSync(utf16) }))[0]?.title).toBe("Zürich");
  });

  it("reads the rest after an item that is too large, also without its end", async () => {
    const large = "x".repeat(9 * 1024 * 1024);
    for (const broken of [
      item({ title: "Large", "content:encoded": large }),
      `<item><title>Large</title><wp:post_id>1</wp:post_id><content:encoded><![CDATA[${large}`,
    ]) {
      const all = await readItems(broken + item({ "wp:post_id": "2" }));
      expect(findings(all).slice(0, 1)).toEqual([
        { kind: "finding", level: "error", item: "Large", message: "It is larger than 8 MiB." },
      ]);
      expect(texts(all).map(({ key }) => key)).toEqual(["old.example#2"]);
    }
  });

  it("leaves out fields that are too long, and reads those after them", async () => {
    const long = meta("data", "x".repeat(1024 * 1024)).repeat(9);
    expect(texts(await readItems(item({}, long)))[0]).toMatchObject({ state: "published" });
    expect(texts(await readItems(item({}, long + meta("_members_access_role", "editor"))))[0]).toMatchObject({
      state: "draft",
    });
  });

  it("rejects elements without end, and bombs", async () => {
    await expect(readItems("<a>".repeat(1000))).rejects.toThrow("nested too deeply");
    await expect(readItems(`<a ${"b='' ".repeat(2000)}>`)).rejects.toThrow("too many attributes");
    const bomb = gzipSync(Buffer.from(wxr(" ".repeat(60 * 1024 * 1024))));
    await expect(read({ "a.xml.gz": bomb })).rejects.toThrow("compressed too much");
    await expect(read({ "a.xml": "<html></html>" })).rejects.toThrow("no file of a WordPress export");
  });

  it("recognises its files", async () => {
    expect(await wordpressSource.recognises(filesOf({ "export.xml": wxr("") }))).toBe(true);
    expect(await wordpressSource.recognises(filesOf({ "export.xml.gz": gzipSync(wxr("")) }))).toBe(true);
    expect(await wordpressSource.recognises(filesOf({ "feed.xml": "<rss><channel><item/></channel></rss>" }))).toBe(
      false,
    );
    expect(await wordpressSource.recognises(filesOf({ "broken.gz": "x" }))).toBe(false);
  });
});
