import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { expect, test } from "vitest";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { openConnection, parseAnswers } from "../support/raw-http.ts";

async function start(settings: Parameters<typeof startTestApp>[1] = {}) {
  const { app } = await startTestApp(await openSqliteForTest(), settings);
  await app.listen({ port: 0, host: "127.0.0.1" });
  return { app, port: (app.server.address() as AddressInfo).port };
}

test("a head may take ten seconds in all, and a response that nobody reads half a minute", async () => {
  const { app, port } = await start();
  const accepted = once(app.server, "connection") as Promise<[Socket]>;
  const client = await openConnection(port);
  const [socket] = await accepted;
  expect(socket.timeout).toBe(30_000);
  client.socket.destroy();
  const { connectionsCheckingInterval } = app.server as unknown as { connectionsCheckingInterval: number };
  expect(app.server.headersTimeout + connectionsCheckingInterval).toBe(10_000);
});

test("a slow head gets 408 in the common form", async () => {
  const { port } = await start({ timeouts: { headers: 200 } });
  const slow = await openConnection(port);
  slow.write("GET /about HTTP/1.1\r\nHost: x\r\n");
  const [answer] = parseAnswers(await slow.closed);
  expect([answer?.status, answer?.headers.connection, answer?.headers["x-content-type-options"]]).toEqual([
    408,
    "close",
    "nosniff",
  ]);
  expect(JSON.parse(answer?.body ?? "")).toMatchObject({ code: "request_timeout" });
});

test("a client that requests page after page and reads none loses the connection", async () => {
  const { app, port } = await start({ timeouts: { send: 500 } });
  // Loads the page's code: a client that waits for its response keeps its connection.
  await app.inject("/about");
  const connections = () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  const deaf = await openConnection(port);
  await expect.poll(connections).toBe(1);
  deaf.socket.pause();
  const requests = "GET /about HTTP/1.1\r\nHost: x\r\n\r\n".repeat(500);
  const asking = setInterval(() => {
    if (deaf.socket.writable && deaf.socket.writableLength === 0) deaf.write(requests);
  }, 5);
  await expect.poll(connections).toBe(0);
  clearInterval(asking);
});
