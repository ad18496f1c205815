import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { editorApiUrl } from "#test/support/api-url.ts";
import { runCli } from "../support/cli-process.ts";
import { runCommandHere } from "../support/command-here.ts";
import { startServer } from "../support/server-process.ts";

const LOGIN = { email: "admin@localhost", password: "the first password" };

const kidOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).kid;

test("the generated key is rotated without ending sessions, and forgotten with those that it began", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "jarida-secret-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const secretProcess = (...args: string[]) => runCli({ DATA_DIR: dataDir }, ["secret", ...args]);
  const secret = (...args: string[]) => runCommandHere({ DATA_DIR: dataDir }, ["secret", ...args]);
  // Tokens are of one site, and each start gets another port.
  const env = { DEMO_CONTENT: "0", ADMIN_PASSWORD: LOGIN.password, SITE_URL: "https://news.example" };
  const start = () => startServer({ dataDir, env });
  const logIn = async (url: string) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${url}${editorApiUrl.token()}`, {
      method: "POST",
      headers,
      body: JSON.stringify(LOGIN),
    });
    return (await answer.json()).access as string;
  };
  const me = async (url: string, access: string) =>
    (await fetch(`${url}${editorApiUrl.me()}`, { headers: { authorization: `Bearer ${access}` } })).status;

  let server = await start();
  const old = await logIn(server.url);
  expect((await secret("list")).out).toBe(`${kidOf(old)}  signs\n`);
  const rotated = await secretProcess("rotate");
  expect([rotated.code, rotated.err]).toEqual([0, ""]);
  const file = join(dataDir, "secret");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const key of readFileSync(file, "utf8").trim().split("\n")) expect(rotated.out).not.toContain(key);
  // The running server knows nothing of it yet.
  expect([await me(server.url, old), kidOf(await logIn(server.url))]).toEqual([200, kidOf(old)]);
  await server.stop();

  server = await start();
  const fresh = await logIn(server.url);
  expect([kidOf(fresh) === kidOf(old), await me(server.url, old), await me(server.url, fresh)]).toEqual([
    false,
    200,
    200,
  ]);
  expect((await secret("list")).out).toBe(`${kidOf(fresh)}  signs\n${kidOf(old)}  is still accepted\n`);
  expect((await secret("forget")).out).toContain(kidOf(old));
  const told = async (action: string) => {
    const headers = { authorization: `Bearer ${fresh}` };
    return (await (await fetch(`${server.url}${editorApiUrl.audit({ action })}`, { headers })).json())[0];
  };
  const key = { from: kidOf(old), to: kidOf(fresh) };
  expect(await told("secret.rotate")).toMatchObject({ actor: { kind: "operator" }, changes: { key } });
  expect(await told("secret.forget")).toMatchObject({ changes: { keys: { from: kidOf(old) } } });
  await server.stop();

  server = await start();
  expect([await me(server.url, old), await me(server.url, fresh)]).toEqual([401, 200]);
  expect(await secret("forget")).toMatchObject({ code: 1, err: "There is no former key to forget.\n" });
  expect(await secret("show")).toMatchObject({ code: 1, err: expect.stringMatching(/^Usage: /) });
  const set = await runCommandHere({ DATA_DIR: dataDir, SECRET_KEY: "k".repeat(32) }, ["secret", "rotate"]);
  expect(set).toMatchObject({ code: 1, err: expect.stringMatching(/SECRET_KEY_PREVIOUS/) });
  for (let count = 0; count < 5; count += 1) expect((await secret("rotate")).code).toBe(0);
  expect(await secret("rotate")).toMatchObject({ code: 1, err: expect.stringMatching(/Forget them first/) });
  await server.stop();
});
