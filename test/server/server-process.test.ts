import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { startServer } from "../support/server-process.ts";

test("a server whose port was taken meanwhile is not mistaken for the one that took it", async () => {
  const other = createServer((_request, response) => response.end("The other publication"));
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const taken = (other.address() as AddressInfo).port;
  const dataDir = mkdtempSync(join(tmpdir(), "jarida-port-"));
  const ports = [taken];
  const server = await startServer({ dataDir, env: { DEMO_CONTENT: "0" } }, async () => ports.pop() ?? freePort());
  onTestFinished(async () => {
    await server.stop();
    await new Promise((resolve) => other.close(resolve));
    rmSync(dataDir, { recursive: true, force: true });
  });
  expect(server.url).not.toBe(`http://localhost:${taken}`);
  expect(await (await fetch(server.url)).text()).toContain("Jarida");
});
