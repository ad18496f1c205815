import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { maintenanceServer } from "./maintenance.ts";

test("responds 503 to everything but health checks", async () => {
  const server = maintenanceServer({ siteName: "Ledger <& Sons>", siteUrl: "https://news.example" });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const call = (path: string, options: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, options);

  const page = await call("/article/1?x=1");
  expect(page.status).toBe(503);
  expect(page.headers.get("retry-after")).toBe("120");
  expect(page.headers.get("cache-control")).toBe("no-store");
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await page.text()).toContain("<h1>Ledger &#60;&#38; Sons&#62;</h1>");

  const write = await call("/api/articles/", { method: "POST", body: "x".repeat(100_000) });
  expect([write.status, await write.json()]).toEqual([
    503,
    { code: "maintenance", detail: "The site is down for maintenance and will be back shortly." },
  ]);

  for (const path of ["/healthz", "/readyz"]) {
    const check = await call(path);
    expect([check.status, check.headers.get("retry-after"), await check.json()]).toEqual([
      200,
      null,
      { status: "maintenance" },
    ]);
  }
});
