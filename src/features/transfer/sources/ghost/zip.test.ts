import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import yazl from "yazl";
import { openFiles } from "../files.ts";
import type { Read, TextItem } from "../items.ts";
import { ghostSource } from "./source.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "jarida-ghost-zip-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const META = { exported_on: 1_700_000_000_000, version: "5.80.0" };

async function readFiles(files: Record<string, string>): Promise<Read[]> {
  const zip = new yazl.ZipFile();
  for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  const path = join(folder, "export.zip");
  await pipeline(zip.outputStream, createWriteStream(path));
  await using opened = await openFiles([path], "export");
  const all: Read[] = [];
  for await (const one of ghostSource.read(opened)) all.push(one);
  return all;
}

const texts = (all: Read[]) => all.filter((one): one is TextItem => one.kind === "post");
const post = (fields: object = {}) => ({
  id: "6500000000000000000000a1",
  title: "A",
  slug: "a",
  html: "<p>A</p>",
  status: "published",
  ...fields,
});

describe("zips with exports of Ghost", () => {
  it("reads pictures, redirects and routes of a zip", async () => {
    const routes =
      "collections:\n  /:\n    permalink: /{year}/{slug}/\n    filter: tag:-tech\n  /tech/:\n    permalink: /tech/{slug}/\n    filter: tag:tech\ntaxonomies:\n  tag: /topic/{slug}/\nroutes:\n  /about/: about\n";
    const data = {
      posts: [
        post({
          html: '<img src="__GHOST_URL__/content/images/size/w1000/2020/a%20b.jpg"><img src="https://news.example/content/images/2020/c.png"><img src="https://other.example/content/images/d.png">',
          published_at: "2019-12-31T23:30:00Z",
        }),
      ],
      settings: [{ key: "timezone", value: "Africa/Nairobi" }],
      tags: [{ id: "t", name: "Tech", slug: "tech" }],
    };
    const all = await readFiles({
      "site/news.ghost.json": JSON.stringify({ db: [{ meta: META, data }] }),
      "site/content/images/2020/a b.jpg": "1",
      "site/content/images/2020/c.png": "2",
      "site/content/images/2020/c_o.png": "2",
      "site/content/images/size/w1000/2020/a b.jpg": "3",
      "site/content/files/x.pdf": "4",
      "site/redirects.json": JSON.stringify([
        { from: "^/old/?$", to: "/a/", permanent: true },
        { from: "^/x(\\d+)$", to: "/$1" },
      ]),
      "site/routes.yaml": routes,
    });
    const [text] = texts(all);
    expect(text?.addresses).toEqual(["/2020/a/"]);
    expect(text?.html).toBe(
      '<p><img src="/content/images/2020/a b.jpg" alt=""><img src="/content/images/2020/c.png" alt=""><img src="https://other.example/content/images/d.png" alt=""></p>',
    );
    expect(all.filter(({ kind }) => kind === "picture")).toMatchObject([
      { addresses: ["/content/images/2020/a b.jpg"], path: "site/content/images/2020/a b.jpg" },
      { addresses: ["/content/images/2020/c.png"] },
    ]);
    expect(all).toContainEqual(
      expect.objectContaining({ kind: "finding", message: "Files that are no pictures are not imported: 1." }),
    );
    expect(all.filter(({ kind }) => kind === "redirect")).toMatchObject([{ from: "/old", to: "/a/", code: 301 }]);
    expect(all.flatMap((one) => (one.kind === "topic" ? one.addresses : []))).toEqual(["/topic/tech/"]);
    expect(all.flatMap((one) => (one.kind === "finding" ? [one.message] : []))).toEqual([
      "The address /about/ of routes.yaml is not imported.",
      "Files that are no pictures are not imported: 1.",
      "Regular expressions are not supported.",
    ]);
  });

  it("takes the tag of a collection for the category of its posts, and else the first tag", async () => {
    const tags = [
      { id: "t", name: "Tech", slug: "tech" },
      { id: "o", name: "Opinion", slug: "opinion" },
    ];
    const posts_tags = ["t", "o"].map((tag_id, at) => ({
      post_id: "6500000000000000000000a1",
      tag_id,
      sort_order: at,
    }));
    const json = JSON.stringify({ db: [{ meta: META, data: { posts: [post()], tags, posts_tags } }] });
    const section = async (collections: string) => {
      const all = await readFiles({ "x.json": json, "routes.yaml": `collections:\n${collections}` });
      return texts(all).map((text) => [text.section, ...text.addresses]);
    };
    expect(await section("  /:\n    permalink: /{slug}/")).toEqual([["tag:tech", "/a/"]]);
    expect(await section("  /:\n    permalink: /{primary_tag}/{slug}/")).toEqual([["tag:tech", "/tech/a/"]]);
    const opinion = "  /o/:\n    permalink: /o/{slug}/\n    filter: tag:opinion\n  /:\n    permalink: /{slug}/";
    expect(await section(opinion)).toEqual([["tag:opinion", "/o/a/"]]);
    const unclear = "  /x/:\n    permalink: /x/{slug}/\n    filter: published_at:>2020\n  /:\n    permalink: /{slug}/";
    expect(await section(unclear)).toEqual([["tag:tech", "/x/a/", "/a/"]]);
  });

  it("reads the members of a zip: only those who get mail are subscribed", async () => {
    const head =
      "id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers\n";
    const rows = [
      "1,a@x.example,Ann,,true,,,2024-01-01T00:00:00.000Z,,,",
      "2,b@x.example,,,false,,,2024-01-01T00:00:00.000Z,,,",
      "3,c@x.example,,,true,,,2024-01-01T00:00:00.000Z,2024-02-01T00:00:00.000Z,,",
      "4,d@x.example,,,ja,,,,,,",
    ];
    const json = JSON.stringify({ db: [{ meta: META, data: { posts: [] } }] });
    const read = async (csv: string) => {
      const all = await readFiles({ "x.json": json, "members.csv": csv });
      return all.flatMap((one) =>
        one.kind === "subscriber" ? [one.state] : one.kind === "finding" ? [one.message] : [],
      );
    };
    expect(await read(head + rows.join("\n"))).toEqual(["subscribed", "unsubscribed", "unsubscribed", "unsubscribed"]);
    expect(
      await read("email,name,status,subscribed\na@x.example,,active,2024\nb@x.example,,pending,\nc@x.example,,x,"),
    ).toEqual(["subscribed", "pending", "The status “x” is unknown."]);
    expect(await read("email,name\na@x.example,Ann")).toEqual([
      "It is not a list of members of Ghost: import it as subscribers.",
    ]);
    expect(await read(`${head}1,"${"x".repeat(70_000)}`)).toEqual([
      expect.stringContaining("It cannot be read after row 0"),
    ]);
  });
});
