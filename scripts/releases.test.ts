import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Releases } from "./releases.mjs";

function project(): string {
  const root = mkdtempSync(join(tmpdir(), "jarida-releases-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

/** Replaces the built program of a project by another one. */
function build(root: string, code: string): void {
  rmSync(join(root, "dist"), { recursive: true, force: true });
  const files = {
    "package.json": '{"version":"0.3.0"}',
    "package-lock.json": JSON.stringify({
      packages: {
        "": {},
        "node_modules/needed": { dependencies: {} },
        "node_modules/tool": { dev: true },
        "node_modules/pino-pretty": { dev: true, dependencies: { colours: "1" } },
        "node_modules/colours": { dev: true },
      },
    }),
    "dist/server/server.js": code,
    "dist/.stamp": "1",
    "node_modules/needed/index.js": "needed",
    "node_modules/needed/node_modules/inner/index.js": "inner",
    "node_modules/tool/index.js": "tool",
    "node_modules/pino-pretty/index.js": "pretty",
    "node_modules/colours/index.js": "colours",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const codeOf = (root: string) => readFileSync(join(root, "current", "dist", "server", "server.js"), "utf8");

test("a release has its program and the packages it needs, and building again changes nothing in it", () => {
  const root = project();
  const releases = new Releases(root);
  build(root, "one");
  const one = releases.pack(root);
  releases.switchTo(one);
  expect(one).toMatch(/^0\.3\.0-[0-9a-f]{8}$/);
  const packages = join(root, "current", "node_modules");
  expect(readdirSync(packages).sort()).toEqual(["colours", "needed", "pino-pretty"]);
  expect(existsSync(join(packages, "needed", "node_modules", "inner", "index.js"))).toBe(true);
  expect(existsSync(join(root, "current", "dist", ".stamp"))).toBe(false);
  expect(statSync(join(root, "current", "node")).isFile()).toBe(true);

  build(root, "two");
  rmSync(join(root, "node_modules"), { recursive: true });
  expect(codeOf(root)).toBe("one");
  expect(readFileSync(join(packages, "needed", "index.js"), "utf8")).toBe("needed");
});

test("the same program is one release; switching there and back leads to the former one", () => {
  const root = project();
  const releases = new Releases(root);
  build(root, "one");
  const one = releases.pack(root);
  expect(releases.pack(root)).toBe(one);
  expect([releases.current(), releases.former()]).toEqual([undefined, undefined]);
  releases.switchTo(one);
  build(root, "two");
  const two = releases.pack(root);
  releases.switchTo(two, { backup: "/backups/before-two" });
  expect([codeOf(root), releases.former()?.name, releases.entryOf(two)?.backup]).toEqual([
    "two",
    one,
    "/backups/before-two",
  ]);
  releases.switchTo(one);
  expect([codeOf(root), releases.former()?.name]).toEqual(["one", two]);
  expect(() => releases.switchTo("0.1.0-gone")).toThrow("is not a release");
  expect(releases.list().map(({ name, state }) => [name, state])).toEqual(
    expect.arrayContaining([
      [one, "current"],
      [two, "former"],
    ]),
  );
});

test("what an update leaves that was killed at any step is no release, and is removed by the next one", () => {
  const root = project();
  const releases = new Releases(root);
  build(root, "one");
  releases.switchTo(releases.pack(root));
  const folder = join(root, "releases");
  // While its files are linked, while it is built, while an old one is removed, before the link is renamed.
  for (const name of [".partial-1", ".work-1", ".removed-1", "0.3.0-incomplete"]) mkdirSync(join(folder, name));
  symlinkSync("releases/0.3.0-incomplete", join(root, "current.1"));
  // A line of the history that was being written.
  writeFileSync(join(folder, "history.jsonl"), `${readFileSync(join(folder, "history.jsonl"), "utf8")}{"at":"20`);
  expect(releases.list()).toHaveLength(1);
  expect(codeOf(root)).toBe("one");
  releases.clean();
  expect(readdirSync(folder).filter((name) => /^\.(partial|work|removed)/.test(name))).toEqual([]);
  expect(existsSync(join(root, "current.1"))).toBe(false);
  build(root, "two");
  const two = releases.pack(root);
  releases.switchTo(two);
  expect([codeOf(root), releases.entryOf(two)?.name]).toEqual(["two", two]);
});

test("old releases are removed, but not the current one and the former one", () => {
  const root = project();
  const releases = new Releases(root);
  const names = ["one", "two", "three", "four"].map((code) => {
    build(root, code);
    const name = releases.pack(root);
    releases.switchTo(name);
    return name;
  });
  releases.switchTo(names[0] ?? "");
  expect(releases.prune(0).sort()).toEqual([names[1], names[2]].sort());
  expect([codeOf(root), releases.former()?.name]).toEqual(["one", names[3]]);
});

test("only one command changes the releases; a lock of a command that was killed is ignored", async () => {
  const releases = new Releases(project());
  const first = releases.alone(() => new Promise((resolve) => setTimeout(resolve, 200, "first")));
  await expect(releases.alone(async () => "second")).rejects.toThrow("Another command is changing the releases");
  await expect(releases.alone(async () => "third", 5_000)).resolves.toBe("third");
  await first;
  writeFileSync(join(releases.folder, ".lock"), "999999999");
  await expect(releases.alone(async () => "fourth")).resolves.toBe("fourth");
});

test("a release of the first versions gets the settings file as variables, others read it", () => {
  const root = project();
  const releases = new Releases(root);
  build(root, "no commands");
  const old = releases.pack(root);
  expect(releases.settingsFor(old)).toEqual({});
  writeFileSync(join(root, ".env"), "PORT=4711\nDATA_DIR=/news\n");
  build(root, "additive_migration");
  expect([releases.settingsFor(old), releases.settingsFor(releases.pack(root))]).toEqual([
    { PORT: "4711", DATA_DIR: "/news" },
    {},
  ]);
});
