import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { variableNames } from "../../src/env.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(join(ROOT, name), "utf8");
/** The first group of each match. */
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? "");

const dockerfile = read("Dockerfile");
const compose = read("compose.yaml");
const unit = read("deploy/jarida.service");
const node = /x-node:[\s\S]*?\n {2}environment:\n([\s\S]*?)\n {2}\w/.exec(compose)?.[1] ?? "";

test.each([
  ["Dockerfile", all(dockerfile, /(?:^ENV | )([A-Z][A-Z_0-9]+)=/gm)],
  ["compose.yaml", all(node, /^ {4}([A-Z_0-9]+):/gm)],
  ["deploy/jarida.service", all(/^Environment=(.*)$/m.exec(unit)?.[1] ?? "", /([A-Z_0-9]+)=/g)],
])("%s sets variables that exist", (_file, names) => {
  expect(names.length).toBeGreaterThan(3);
  const known = [...variableNames, "NODE_ENV", "NODE_IMAGE"];
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

test("the proxies' examples lead to the port that the server listens on", () => {
  const port = /\bPORT=(\d+)/.exec(dockerfile)?.[1];
  expect(dockerfile).toContain(`EXPOSE ${port}`);
  expect(unit).toContain(`PORT=${port} `);
  expect(read("deploy/nginx.conf")).toContain(`server 127.0.0.1:${port} `);
  expect(read("deploy/Caddyfile")).toContain(`reverse_proxy 127.0.0.1:${port} {`);
  expect(all(read("deploy/compose-nginx.conf"), /server (node\d:\d+)/g)).toEqual(
    all(compose, /^ {2}(node\d):\n {4}<</gm).map((name) => `${name}:${port}`),
  );
});

test("no proxy's example keeps a log of requests, which would name readers' addresses", () => {
  for (const name of ["deploy/nginx.conf", "deploy/compose-nginx.conf"])
    expect(read(name)).toMatch(/^ +access_log off;$/m);
  // Caddy keeps one only where it is told to.
  expect(read("deploy/Caddyfile")).not.toMatch(/^\s*log\b/m);
});

test("the image has the pinned Node, and copies what there is", () => {
  const { devDependencies } = JSON.parse(read("package.json"));
  expect(dockerfile).toContain(`NODE_IMAGE=node:${devDependencies.node}-`);
  const copied = all(dockerfile, /^COPY ([^-.][^.]*(?:\.\w+[^.]*)*) \.\/?\w*$/gm).flatMap((names) => names.split(" "));
  expect(copied).toContain("publication.json");
  expect(copied.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
  expect(read(".dockerignore").split("\n")).toEqual(expect.arrayContaining([".git", "test", "**/*.test.ts"]));
});
