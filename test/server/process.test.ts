import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "#db/open-database.ts";
import { MAIN_PROGRAM, runCli, runProgram } from "../support/cli-process.ts";
import { runCommandHere } from "../support/command-here.ts";
import { createPostgresDatabase } from "../support/engines.ts";
import { startServer } from "../support/server-process.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jarida-process-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Sends a request's head and waits until the server asks for its body: from then on it is in flight. */
async function startRequest(port: string, body: string) {
  const socket = connect(Number(port), "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  const ended = new Promise<void>((resolve) => socket.once("end", resolve));
  const head = ["POST /api/newsletter/subscribe/ HTTP/1.1", "Host: localhost", "Content-Type: application/json"];
  socket.write([...head, `Content-Length: ${body.length}`, "Expect: 100-continue", "", ""].join("\r\n"));
  await expect.poll(() => answer).toContain("100 Continue");
  answer = "";
  return {
    async finish() {
      socket.write(body);
      await ended;
      return answer;
    },
  };
}

const bare = { DEMO_CONTENT: "0" };

test("a first start without demo content prints the account once, is healthy, and has categories and ad spaces", async () => {
  const dataDir = temporaryFolder();
  const first = await startServer({ dataDir, env: bare });
  expect(first.output()).toMatch(/Admin account: admin@localhost {2}password: \S{20}/);
  const categories = await (await fetch(`${first.url}/api/categories/`)).json();
  expect(categories.map((category: { slug: string }) => category.slug)).toEqual([
    "blockchain",
    "crypto",
    "nfts",
    "ai",
    "tech",
    "markets",
  ]);
  expect(await (await fetch(`${first.url}/api/articles/latest/`)).json()).toEqual([]);
  expect(await (await fetch(`${first.url}/api/ads/`)).json()).toHaveLength(3);
  for (const path of ["/healthz", "/readyz"]) expect((await fetch(first.url + path)).status, path).toBe(200);
  expect(statSync(join(dataDir, "secret")).mode & 0o777).toBe(0o600);
  expect(await first.stop()).toBe(0);

  const second = await startServer({ dataDir, env: bare });
  expect(second.output()).not.toContain("password");
  await second.stop();
});

test("a bad value is one line that names the variable, and exit 1", async () => {
  const unwritable = join(temporaryFolder(), "file");
  writeFileSync(unwritable, "");
  // Which values are bad is tested beside the code that reads them.
  const cases: Record<string, string>[] = [{ PORT: "http" }, { DATA_DIR: unwritable }];
  for (const env of cases) {
    const [name = ""] = Object.keys(env);
    const { code, out, err } = await runProgram(MAIN_PROGRAM, { DATA_DIR: temporaryFolder(), ...env });
    expect(code, name).toBe(1);
    expect(err, name).toMatch(new RegExp(`^${name}: .+\n$`));
    expect(out, name).toBe("");
  }
});

test("a busy port is one line and exit 1", async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void holder.close());
  const { port } = holder.address() as { port: number };
  const { code, err } = await runProgram(MAIN_PROGRAM, {
    ...bare,
    DATA_DIR: temporaryFolder(),
    PORT: String(port),
    LOG_LEVEL: "silent",
  });
  expect(code).toBe(1);
  expect(err).toBe(`PORT: ${port} is in use\n`);
});

test("shows what a command adds; SIGTERM finishes the request in flight, stores counted views, and exits 0", async () => {
  const dataDir = temporaryFolder();
  const server = await startServer({ dataDir, env: { ...bare, LOG_LEVEL: "info" } });
  expect(await (await fetch(server.url)).text()).not.toContain("/article/");
  expect(await runCli({ DATA_DIR: dataDir }, ["demo", "--articles", "60"])).toMatchObject({ code: 0, err: "" });
  // The page was cached without them; another process wrote them.
  expect(await (await fetch(server.url)).text()).toContain("/article/");
  const oldest = "/api/articles/?limit=1&offset=59";
  const [{ id }] = await (await fetch(`${server.url}${oldest}`)).json();
  const agent = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" };
  expect((await fetch(`${server.url}/api/articles/${id}/view/`, { method: "POST", headers: agent })).status).toBe(204);
  const request = await startRequest(new URL(server.url).port, '{"email":"reader@example.com"}');
  const stopped = server.stop();
  await expect.poll(() => server.output()).toContain('"stopping"');
  expect(await request.finish()).toMatch(/^HTTP\/1\.1 200 OK[\s\S]+Thank you for subscribing/);
  expect(await stopped).toBe(0);

  // Only a view can have moved the oldest article to the top.
  const again = await startServer({ dataDir, env: bare });
  const trending = await (await fetch(`${again.url}/api/articles/trending/`)).json();
  expect(trending[0].id).toBe(id);
  await again.stop();
});

test("the log never contains query strings, headers, bodies or whoever sent them", async () => {
  const password = "a-private-password";
  const env = {
    ...bare,
    TRUST_PROXY: "on",
    LOG_LEVEL: "trace",
    ADMIN_EMAIL: "private.editor@example.com",
    ADMIN_PASSWORD: password,
  };
  const dataDir = temporaryFolder();
  const server = await startServer({ dataDir, env });
  const post = async (path: string, body: string, type = "application/json") => {
    const headers = { "content-type": type, "x-forwarded-for": "203.0.113.77" };
    const answer = await fetch(server.url + path, { method: "POST", headers, body });
    return [answer.status, await answer.text()] as const;
  };
  const reader = "private.reader@example.com";
  await fetch(`${server.url}/unsubscribe?token=private-token`);
  await fetch(`${server.url}/api/articles/?limit=private-limit`, {
    headers: { authorization: "Bearer private.access.x" },
  });
  await post("/api/newsletter/subscribe/", JSON.stringify({ email: reader }));
  await post("/newsletter/subscribe", `email=${encodeURIComponent(reader)}`, "application/x-www-form-urlencoded");
  // Text that is not even JSON is quoted in the parser's own error.
  const [, refusal] = await post("/api/token/", `{"email":private.editor@example.com","password":"${password}"}`);
  expect(refusal).not.toContain("private");
  await post("/api/token/", JSON.stringify({ email: env.ADMIN_EMAIL, password: "private-guess" }));
  const login = await post("/api/token/", JSON.stringify({ email: env.ADMIN_EMAIL, password }));
  const { access, refresh } = JSON.parse(login[1]);
  await post("/api/token/refresh/", JSON.stringify({ refresh }));
  // An internal error, with all its details.
  const message = {
    firstName: "Private",
    lastName: "private-name",
    email: reader,
    subject: "s",
    message: "private-text",
  };
  const database = await openDatabase({ engine: "sqlite", path: join(dataDir, "jarida.db") });
  await database.db.schema.dropTable("contact_message").execute();
  await database.close();
  expect((await post("/api/contact/", JSON.stringify(message)))[0]).toBe(500);
  // A job logs the audit log's entries within seconds. They alone name a network, and only its /24.
  await expect.poll(server.output).toContain('"action":"session.start"');
  await server.stop();
  expect(server.output()).toContain("request failed");
  expect(server.output()).not.toMatch(/private/i);
  expect(server.output().replaceAll('"network":"203.0.113.0/24"', "")).not.toContain("203.0.113");
  for (const secret of [access, refresh, readFileSync(join(dataDir, "secret"), "utf8")])
    expect(server.output()).not.toContain(secret.slice(-20));
});

test.skipIf(inject("postgres") === null)("runs on PostgreSQL, and picks up another process's change", async () => {
  const env = { ...bare, DATABASE_URL: await createPostgresDatabase() };
  const dataDir = temporaryFolder();
  const server = await startServer({ dataDir, env });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await fetch(server.url);
  expect((await runCli({ DATA_DIR: dataDir, ...env }, ["demo", "--articles", "5"])).code).toBe(0);
  await expect.poll(async () => (await fetch(server.url)).text()).toContain("/article/");

  // PostgreSQL's errors quote the row that was rejected; the log does not.
  const database = await openDatabase({ engine: "postgres", url: env.DATABASE_URL });
  await database.db.schema.alterTable("contact_message").addCheckConstraint("never", sql`false`).execute();
  await database.close();
  const message = {
    firstName: "Private",
    lastName: "P",
    email: "private@example.com",
    subject: "s",
    message: "private",
  };
  const answer = await fetch(`${server.url}/api/contact/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(message),
  });
  expect(answer.status).toBe(500);
  await server.stop();
  expect(server.output()).toContain("violates check constraint");
  expect(server.output()).not.toMatch(/private/i);
});

test("the built server contains no secret of the build machine", () => {
  expect(readFileSync(MAIN_PROGRAM, "utf8")).not.toContain(join(import.meta.dirname, "..", ".."));
});

test("the program of commands lists them, and rejects others", async () => {
  expect((await runCli({}, ["help"])).out).toContain("demo remove [--edited]|--articles N");
  expect((await runCli({}, ["nonsense"])).code).toBe(1);
  expect((await runCommandHere({ DATA_DIR: temporaryFolder() }, ["demo", "--articles", "-1"])).code).toBe(1);
});

test("several workers share one port and one database, and stop together", async () => {
  const dataDir = temporaryFolder();
  const server = await startServer({ dataDir, env: { ...bare, WEB_CONCURRENCY: "3" } });
  expect(server.output().match(/password: /g)).toHaveLength(1);
  await runCli({ DATA_DIR: dataDir }, ["demo", "--articles", "2"]);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => fetch(server.url, { headers: { connection: "close" } })),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(await server.stop()).toBe(0);
});

test("workers that cannot listen leave nothing behind", async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void holder.close());
  const { port } = holder.address() as { port: number };
  const env = { ...bare, DATA_DIR: temporaryFolder(), PORT: String(port), WEB_CONCURRENCY: "2", LOG_LEVEL: "silent" };
  const { code, err } = await runProgram(MAIN_PROGRAM, env);
  expect(code).toBe(1);
  expect(err).toContain(`PORT: ${port} is in use`);
});
