import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { apiUrl } from "#test/support/api-url.ts";
import { formerSite } from "#test/support/former-site.ts";
import { type ImportServer, startImportServer, zipOf } from "#test/support/import-servers.ts";
import { patient } from "#test/support/slowness.ts";
import { canMountDisks, mountForTest } from "#test/support/small-disk.ts";

const MIB = 1024 * 1024;
const TIME_LIMIT = patient(400_000);
/** Until an import on a full disk says so, and until it goes on: a failed attempt holds its task for half a minute. */
const WAIT = { timeout: 120_000, interval: 100 };

test.skipIf(!canMountDisks)(
  "on a full disk an upload is 507 and leaves nothing, and a check and a start wait with a reason and go on when there is space",
  async () => {
    const disk = mountForTest(96);
    const site = await startImportServer({ dataDir: join(disk.folder, "data") });
    const former = await formerSite({ posts: 1_500, pages: 5, people: 10 });
    const folder = () => readdirSync(join(site.dataDir, "imports")).filter((name) => name !== "node");
    disk.fill();
    const refused = await site.upload(former, "former.zip");
    expect([refused.status, refused.body.code]).toEqual([507, "storage_full"]);
    expect(folder()).toEqual([]);
    disk.free();
    const { id } = (await site.upload(former, "former.zip")).body;
    for (const work of ["check", "start"] as const) {
      if (work !== "check") await site.order(id, work);
      expect(await site.untilDone(id, work, 200), work).toBe(true);
      disk.fill();
      await expect
        .poll(async () => (await site.importOf(id)).error, { ...WAIT, message: work })
        .toMatch(/^There is no space left on the disk\./);
      expect((await site.call("GET", "/")).status).toBe(200);
      disk.free();
      const row = await site.settled(id);
      expect(row, work).toMatchObject({ error: "", counts: { posts: 1_500, pages: 5 } });
    }
    expect((await site.importOf(id)).state).toBe("staged");
    expect(await site.read<object[]>(apiUrl.articles())).toEqual([]);
  },
  TIME_LIMIT,
);

/** A zip whose entries all are the same data, stored once: `count` times `megabytes` of it. */
function repeatingZip(count: number, megabytes: number, name: (n: number) => string): Buffer {
  const data = deflateRawSync(Buffer.alloc(megabytes * MIB, "a"), { level: 9 });
  const record = (signature: string, fields: number[], more: Buffer) => {
    const numbers = Buffer.alloc(fields.length * 2);
    fields.forEach((value, at) => void numbers.writeUInt16LE(value, at * 2));
    return Buffer.concat([Buffer.from(signature, "latin1"), numbers, more]);
  };
  const size = megabytes * MIB;
  const sizes = [data.length & 0xffff, data.length >>> 16, size & 0xffff, size >>> 16];
  const first = Buffer.from(name(0));
  const local = record("PK\x03\x04", [20, 0, 8, 0, 0, 0, 0, ...sizes, first.length, 0], Buffer.concat([first, data]));
  const central = Buffer.concat(
    Array.from({ length: count }, (_, n) => {
      const path = Buffer.from(name(n));
      return record("PK\x01\x02", [20, 20, 0, 8, 0, 0, 0, 0, ...sizes, path.length, 0, 0, 0, 0, 0, 0, 0, 0], path);
    }),
  );
  const end = [
    0,
    0,
    count,
    count,
    central.length & 0xffff,
    central.length >>> 16,
    local.length & 0xffff,
    local.length >>> 16,
    0,
  ];
  return Buffer.concat([local, central, record("PK\x05\x06", end, Buffer.alloc(0))]);
}

const ENTITIES = `<!DOCTYPE rss [<!ENTITY a0 "ha">${Array.from({ length: 30 }, (_, n) => `<!ENTITY a${n + 1} "&a${n};&a${n};&a${n};">`).join("")}]>`;
const wxr = (title: string, head = "") =>
  `<?xml version="1.0"?>${head}<rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Old</title><wp:wxr_version>1.2</wp:wxr_version><wp:category><wp:category_nicename>a</wp:category_nicename><wp:category_parent>b</wp:category_parent><wp:cat_name>A</wp:cat_name></wp:category><wp:category><wp:category_nicename>b</wp:category_nicename><wp:category_parent>a</wp:category_parent><wp:cat_name>B</wp:cat_name></wp:category><item><title>${title}</title><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><category domain="category" nicename="a">A</category><content:encoded>${title}</content:encoded></item></channel></rss>`;
const deep = (depth: number) => {
  const leaf = '{"type":"text","text":"x"}';
  return `{"root":{"type":"root","children":[${'{"type":"paragraph","children":['.repeat(depth)}${leaf}${"]}".repeat(depth)}]}}`;
};
const ghost = (post: object) =>
  JSON.stringify({
    db: [
      {
        meta: { version: "5.80.0", exported_on: 1 },
        data: { posts: [{ id: "1", title: "One", slug: "one", status: "published", ...post }] },
      },
    ],
  });
const ALIASES = `a0: &a0 [x, x]\n${Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}, *a${n}]`).join("\n")}`;

type Hostile = { name: string; file: () => Buffer | Promise<Buffer>; expected: object };
const fails = (error: RegExp | string) => ({
  state: "failed",
  error: typeof error === "string" ? error : expect.stringMatching(error),
});

/** What a stranger may upload, and how each ends: with a sentence, or with a report. */
const HOSTILE: Record<string, Hostile> = {
  "a zip bomb": {
    name: "bomb.zip",
    file: () => zipOf({ "old.ghost.json": Buffer.alloc(300 * MIB, " ") }),
    expected: fails("old.ghost.json in the zip is compressed too much to be read safely."),
  },
  "a zip of many parts that are the same data": {
    name: "bombs.zip",
    file: () => repeatingZip(20_000, 40, (n) => `posts/post-${n}.md`),
    expected: fails("The zip is compressed too much to be read safely."),
  },
  "a zip with names outside of its folder": {
    name: "traversal.zip",
    file: () => repeatingZip(1, 1, () => "../../evil.md"),
    expected: fails(/names are not permitted/),
  },
  "a damaged zip": {
    name: "damaged.zip",
    file: async () => (await zipOf({ "one.md": "# One" })).subarray(0, 60),
    expected: fails(/damaged/),
  },
  "entities that multiply, and categories that contain each other": {
    name: "old.xml",
    file: () => Buffer.from(wxr("&a30;", ENTITIES)),
    expected: { state: "checked", counts: expect.objectContaining({ posts: 1 }) },
  },
  "a lexical text without an end to its depth": {
    name: "deep.json",
    file: () => Buffer.from(ghost({ lexical: deep(60_000) })),
    expected: { state: "checked", counts: expect.objectContaining({ posts: 1 }) },
  },
  "aliases of YAML that multiply": {
    name: "aliases.md",
    file: () => Buffer.from(`---\ntitle: One\n${ALIASES}\n---\nText.\n`),
    expected: { state: "checked", counts: expect.objectContaining({ pages: 1, drafts: 1 }) },
  },
  "a list of millions of people": {
    name: "people.csv",
    file: () => Buffer.from(`email\n${"a@b.co\n".repeat(9_000_000)}`),
    expected: fails("people.csv: The CSV has more than 200000 rows. Please split it."),
  },
  "millions of redirects": {
    name: "redirects.csv",
    file: () => Buffer.from(`from,to\n${"/a,/b\n".repeat(3_000_000)}`),
    expected: fails("redirects.csv is larger than 4 MiB."),
  },
};

/** The memory of a server with its processes, in MiB. */
function memoryOf({ server }: ImportServer): number {
  let total = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const [, group] = /^\d+ \(.*\) \S \d+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
      if (Number(group) !== server().pid) continue;
      total += Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
    } catch {
      // It has ended.
    }
  }
  return total;
}

/** What a hostile file may cost at most: milliseconds for readers, and MiB more than before. */
const LIMITS = { page: 2_000, memory: 400, end: 120_000 };

test.skipIf(process.platform !== "linux")(
  "hostile files end with a sentence or a report, in bounded memory, and readers are served during it",
  async () => {
    const site = await startImportServer();
    const before = memoryOf(site);
    for (const [kind, { name, file, expected }] of Object.entries(HOSTILE)) {
      let [slowest, largest, isWatched] = [0, 0, true];
      const bytes = await file();
      const watching = (async () => {
        while (isWatched) {
          const began = performance.now();
          expect((await site.call("GET", "/?from=reader")).status).toBe(200);
          slowest = Math.max(slowest, performance.now() - began);
          largest = Math.max(largest, memoryOf(site));
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      })();
      const began = performance.now();
      const { status, body } = await site.upload(bytes, name);
      expect(status, kind).toBe(202);
      const row = await site.settled(body.id);
      const took = performance.now() - began;
      isWatched = false;
      await watching;
      expect.soft(row, kind).toMatchObject(expected);
      expect.soft(took, kind).toBeLessThan(LIMITS.end);
      expect.soft(slowest, kind).toBeLessThan(LIMITS.page);
      expect.soft(largest - before, kind).toBeLessThan(LIMITS.memory);
    }
  },
  TIME_LIMIT,
);
