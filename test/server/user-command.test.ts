import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { editorApiUrl } from "#test/support/api-url.ts";
import { runCli } from "../support/cli-process.ts";
import { runCommandHere } from "../support/command-here.ts";
import { createPostgresDatabase } from "../support/engines.ts";
import { MIGRATED } from "../support/postgres-cluster.ts";
import { startServer } from "../support/server-process.ts";

/** Runs `user …` in a process of its own to its end; `input` is its standard input. */
const userProcess = (dataDir: string, args: string[], input = "") =>
  runCli({ DATA_DIR: dataDir }, ["user", ...args], { input });

/** The same in this process, which is another one than the server's too. */
const user = (dataDir: string, args: string[]) => runCommandHere({ DATA_DIR: dataDir }, ["user", ...args]);

test("users are managed while the server is running, and a changed password ends every session", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "jarida-user-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = { DEMO_CONTENT: "0", ADMIN_PASSWORD: "the first password" };
  const server = await startServer({ dataDir, env });
  const email = "amina@news.example";
  const post = (path: string, body: object) =>
    fetch(`${server.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const logIn = (password: string) => post(editorApiUrl.token(), { email, password });
  const me = (access: string) =>
    fetch(`${server.url}${editorApiUrl.me()}`, { headers: { authorization: `Bearer ${access}` } });

  const added = await userProcess(dataDir, ["add", "Amina@News.example", "--name", "Amina Otieno"]);
  expect(added.err).toBe("");
  const generated = /password: (\S{20}) /.exec(added.out)?.[1] ?? "";
  const { access } = await (await logIn(generated)).json();
  expect(await (await me(access)).json()).toMatchObject({ name: "Amina Otieno" });
  expect((await user(dataDir, ["list"])).out).toBe(`admin@localhost\tEditor\tchief\n${email}\tAmina Otieno\teditor\n`);

  const changed = await userProcess(dataDir, ["password", email, "--stdin"], "a password of my own\n");
  expect([changed.code, changed.err]).toEqual([0, ""]);
  expect(changed.out).not.toContain("a password of my own");
  expect((await me(access)).status).toBe(401);
  expect((await logIn(generated)).status).toBe(401);
  expect((await logIn("a password of my own")).status).toBe(200);

  const invited = await user(dataDir, ["invite", "New@News.example", "writer"]);
  expect([invited.code, invited.err]).toEqual([0, ""]);
  const token = /\/admin\/join\?token=(\S+)\n$/.exec(invited.out)?.[1];
  const accepted = { token, name: "Wanjiru", password: "four words nobody said" };
  const joined = await post(editorApiUrl.acceptInvitation(), accepted);
  expect(joined.status).toBe(200);
  expect(await (await me((await joined.json()).access)).json()).toMatchObject({
    name: "Wanjiru",
    email: "new@news.example",
    role: "writer",
  });
  expect((await post(editorApiUrl.acceptInvitation(), accepted)).status).toBe(400);
  expect((await user(dataDir, ["invite", "new@news.example"])).err).toMatch(/account with this email already exists/);
  expect((await user(dataDir, ["invite", "other@news.example", "reader"])).err).toMatch(/^Role must be one of/);
  expect((await user(dataDir, ["remove", "new@news.example"])).code).toBe(0);

  const moved = "amina@elsewhere.example";
  expect((await user(dataDir, ["email", email, "Amina@Elsewhere.example"])).out).toContain(`now logs in with ${moved}`);
  expect((await post(editorApiUrl.token(), { email: moved, password: "a password of my own" })).status).toBe(200);
  expect((await logIn("a password of my own")).status).toBe(401);
  expect((await user(dataDir, ["email", moved, "admin@localhost"])).err).toMatch(
    /account with this email already exists/,
  );
  expect((await user(dataDir, ["email", moved, "nobody"])).code).toBe(1);
  expect((await user(dataDir, ["email", moved, email])).code).toBe(0);

  // With the two before, ten: the next one would be rejected. What has been rejected is remembered for ten seconds.
  for (let guess = 0; guess < 8; guess += 1) expect((await logIn(`guess ${guess}`)).status).toBe(401);
  expect((await user(dataDir, ["unlock", email])).out).toMatch(/can try again/);
  expect((await logIn("a password of my own")).status).toBe(200);

  expect((await user(dataDir, ["second-step-off", email])).out).toMatch(/has no second step/);
  expect((await user(dataDir, ["suspend", email])).err).toBe("");
  expect((await logIn("a password of my own")).status).toBe(401);
  expect((await user(dataDir, ["list"])).out).toContain(`${email}\tAmina Otieno\teditor\tsuspended\n`);
  expect((await user(dataDir, ["resume", email])).code).toBe(0);
  expect((await logIn("a password of my own")).status).toBe(200);
  expect((await user(dataDir, ["role", email, "chief"])).out).toMatch(/is chief now/);
  expect((await user(dataDir, ["role", "admin@localhost", "writer"])).code).toBe(0);
  expect((await user(dataDir, ["role", email, "writer"])).err).toMatch(/only active chief/);
  expect((await user(dataDir, ["role", "admin@localhost", "chief"])).code).toBe(0);

  const mistakes = [
    ["role", email],
    ["suspend", "nobody@news.example"],
    [],
    ["add"],
    ["add", "no address"],
    ["add", email],
    ["remove", "nobody@news.example"],
    ["unlock", "nobody@news.example"],
    ["promote", email],
    ["list", "--loud"],
  ];
  const spoken = await user(dataDir, ["role", email, "king"]);
  expect(spoken).toEqual({ code: 1, out: "", err: expect.stringMatching(/^Role must be one of [^\n]*\n$/) });
  for (const args of mistakes) {
    const { code, out, err } = await user(dataDir, args);
    expect([code, out], args.join(" ")).toEqual([1, ""]);
    expect(err, args.join(" ")).not.toMatch(/\bat .*\.js:/);
  }
  const weak = await userProcess(dataDir, ["password", email, "--stdin"], "eleven char\n");
  expect(weak.err).toMatch(/at least 12 characters/);

  expect((await user(dataDir, ["remove", email])).code).toBe(0);
  expect((await logIn("a password of my own")).status).toBe(401);
  expect(await server.stop()).toBe(0);
});

test("commands that start concurrently on an empty database all work", async () => {
  const dataDir = join(mkdtempSync(join(tmpdir(), "jarida-users-")), "data");
  onTestFinished(() => rmSync(join(dataDir, ".."), { recursive: true, force: true }));
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, "jarida.db"), "");
  const names = ["a", "b", "c", "d"].map((name) => `${name}@news.example`);
  const added = await Promise.all(names.map((name) => userProcess(dataDir, ["add", name])));
  for (const { code, err } of added) expect([code, err]).toEqual([0, ""]);
  expect((await user(dataDir, ["list"])).out.match(/\S+@news.example/g)?.sort()).toEqual(names);
});

test.skipIf(inject("postgres") === null)("each command does its work on PostgreSQL", async () => {
  const env = {
    DATA_DIR: mkdtempSync(join(tmpdir(), "jarida-user-")),
    DATABASE_URL: await createPostgresDatabase({ template: MIGRATED }),
  };
  onTestFinished(() => rmSync(env.DATA_DIR, { recursive: true, force: true }));
  const run = (line: string, input?: string) => {
    const args = ["user", ...line.split(" ")];
    return input === undefined ? runCommandHere(env, args) : runCli(env, args, { input });
  };
  const commands = [
    ["add a@news.example", /password: \S{20} /],
    ["role a@news.example chief", /is chief now/],
    ["add b@news.example", /password/],
    ["email b@news.example c@news.example", /now logs in with c@news.example/],
    ["password c@news.example --stdin", /assword/, "four words nobody said\n"],
    ["unlock c@news.example", /can try again/],
    ["second-step-off c@news.example", /has no second step/],
    ["suspend c@news.example", /c@news.example/],
    ["resume c@news.example", /c@news.example/],
    ["invite d@news.example writer", /\/admin\/join\?token=\S+/],
    ["remove c@news.example", /c@news.example/],
    ["list", /^a@news.example\t.*\tchief\n$/],
  ] as const;
  for (const [line, says, input] of commands) {
    const { code, out, err } = await run(line, input);
    expect([code, err], line).toEqual([0, ""]);
    expect(out, line).toMatch(says);
  }
  expect((await run("suspend a@news.example")).err).toMatch(/only active chief/);
});
