import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import yazl from "yazl";
import { decodeText, openFiles, peek, readText } from "./files.ts";
import { SourceError } from "./items.ts";

const MIB = 1024 * 1024;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "jarida-files-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function zipOf(name: string, files: Record<string, string | Buffer>): Promise<string> {
  const zip = new yazl.ZipFile();
  for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  const path = join(folder, name);
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}

/** A zip whose only entry has another name of the same length, as only a crafted one has. */
async function zipNamed(name: string, path: string): Promise<string> {
  const made = await zipOf(name, { ["x".repeat(path.length)]: "text" });
  const bytes = (await readFile(made)).toString("latin1").replaceAll("x".repeat(path.length), path);
  await writeFile(made, bytes, "latin1");
  return made;
}

describe("files of an import", () => {
  it("lists zips, folders and files as one, in the order of paths, without what systems add", async () => {
    const zip = await zipOf("list.zip", { "posts/b.html": "b", "__MACOSX/posts/b.html": "", "posts/.DS_Store": "" });
    const tree = join(folder, "tree");
    await mkdir(join(tree, "a"), { recursive: true });
    await writeFile(join(tree, "a", "c.md"), "c");
    await symlink("/etc/hostname", join(tree, "a", "link.md"));
    await using files = await openFiles([zip, tree], "export");
    expect(files.entries.map(({ path }) => path)).toEqual(["a/c.md", "posts/b.html"]);
    expect(await Promise.all(files.entries.map((entry) => readText(entry, MIB)))).toEqual(["c", "b"]);
  });

  it("rejects names that leave the folder", async () => {
    for (const path of ["../etc", "/etc/p", "a\\..\\b"]) {
      await expect(openFiles([await zipNamed("names.zip", path)], "export")).rejects.toThrow(SourceError);
    }
  });

  it("rejects bombs by what the zip says, and by what comes out of it", async () => {
    const bomb = await zipOf("bomb.zip", { "posts.json": Buffer.alloc(80 * MIB) });
    await expect(openFiles([bomb], "export")).rejects.toThrow("compressed too much");
    await using files = await openFiles([await zipOf("large.zip", { "large.txt": Buffer.alloc(2 * MIB) })], "export");
    const [large] = files.entries;
    await expect(readText(large as never, MIB)).rejects.toThrow("larger than 1 MiB");
  });

  it("rejects damaged zips with a sentence", async () => {
    const path = join(folder, "damaged.zip");
    await writeFile(path, Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(4000, 7)]));
    await expect(openFiles([path], "export")).rejects.toThrow("damaged");
  });

  it("reads UTF-16 and marks of the byte order", async () => {
    const path = join(folder, "utf16.csv");
    await writeFile(path, Buffer.from("\uFEFFname,é", "utf16le"));
    await using files = await openFiles([path], "export");
    const [entry] = files.entries;
    expect(await readText(entry as never, MIB)).toBe("name,é");
    expect(await peek(entry as never)).toBe("name,é");
  });

  it.each([
    ["UTF-8", Buffer.from("Café €"), "Café €", false],
    ["UTF-8 that ends within a character", Buffer.from("Café €").subarray(0, -1), "Café ", false],
    ["Windows-1252", Buffer.from("Caf\u00e9 \u0080", "latin1"), "Café €", true],
    ["UTF-16 without a mark", Buffer.from("Café", "utf16le"), "Café", false],
    ["UTF-16 of the other order", Buffer.from("Café", "utf16le").swap16(), "Café", false],
  ])("decodes %s", (_encoding, bytes, text, isGuessed) => {
    expect(decodeText(bytes)).toEqual({ text, isGuessed });
  });
});
