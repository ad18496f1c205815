import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

test("the admin area is one document, not indexed, not cached, under a strict policy", async () => {
  const { app } = await startTestApp(await openSqliteForTest());
  const { admin } = pageUrl;
  const { audience, article } = adminUrl;
  const places = [adminUrl.media(), adminUrl.trash(), adminUrl.settings(), adminUrl.calendar()];
  const dashboard = [admin(), `${admin()}/`, `${admin()}?tab=ads`, ...places];
  for (const path of [...dashboard, article("new"), article(12), audience(), audience("messages")]) {
    const answer = await app.inject(path);
    expect(answer.statusCode, path).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
    const policy = String(answer.headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toMatch(/require-trusted-types-for 'script'; trusted-types jarida-inert ProseMirrorClipboard$/);
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(answer.body).toContain('<meta name="robots" content="noindex, nofollow">');
    // Except for data blocks, scripts come from files.
    const scripts = answer.body.match(/<script[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toMatch(/ src="|type="application\/json"/);
    expect(answer.body).not.toMatch(/ style=| on\w+=/);
  }
});

test("no other address below it exists", async () => {
  const { app } = await startTestApp(await openSqliteForTest());
  expect((await app.inject(`${pageUrl.admin()}/anything`)).statusCode).toBe(404);
});

test("readers' pages reference none of its files", async () => {
  const { app } = await startTestApp(await openSqliteForTest());
  for (const path of [pageUrl.home(), pageUrl.about(), "/nothing/here"])
    expect((await app.inject(path)).body).not.toMatch(/assets\/admin/);
});

test("a file of the browser build that is no longer there is not found", async () => {
  const clientDir = mkdtempSync(join(tmpdir(), "jarida-client-"));
  onTestFinished(() => rmSync(clientDir, { recursive: true }));
  mkdirSync(join(clientDir, "assets"));
  const file = join(clientDir, "assets", "page-1234.js");
  writeFileSync(file, "export {};");
  const { app } = await startTestApp(await openSqliteForTest(), { clientDir });
  expect((await app.inject("/assets/page-1234.js")).statusCode).toBe(200);
  rmSync(file);
  for (const path of ["/assets/page-1234.js", "/assets/never-there.js"]) {
    const response = await app.inject(path);
    expect([response.statusCode, response.json().code], path).toEqual([404, "not_found"]);
    expect(response.headers["cache-control"], path).toBe("no-store");
  }
});
