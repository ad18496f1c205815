import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "vite";
import type { ApiKey } from "#features/keys/endpoints.ts";
import { test } from "./admin.ts";
import { expect } from "./site.ts";

const CLIENT = join(import.meta.dirname, "../../clients/typescript/src/client.ts");

/** The client as one script, as a page of another site loads it. */
async function scriptOfClient(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, lib: { entry: CLIENT, formats: ["es"] } },
  });
  const [bundle] = [output].flat();
  const [script] = bundle && "output" in bundle ? bundle.output : [];
  if (script?.type !== "chunk") throw new Error("The client was not built.");
  return script.code;
}

/** A site of another origin, whose only page is empty. */
async function startOtherSite() {
  const script = await scriptOfClient();
  const server = createServer(({ url }, response) => {
    const [type, body] = url === "/client.js" ? ["text/javascript", script] : ["text/html", "<!doctype html>"];
    response.writeHead(200, { "content-type": type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

type Client = typeof import("#clients/typescript/src/client.ts");

test("a page of another site reads, writes and uploads with the client", async ({ page, site, api }) => {
  const other = await startOtherSite();
  const scopes = ["read", "article.write", "picture.upload"];
  const data = { name: "Page", role: "chief", scopes, origins: [other.origin] };
  const { key } = (await (await api.post("/api/api-keys/", { data })).json()) as ApiKey;
  await page.goto(other.origin);
  const seen = await page.evaluate(
    async ({ address, apiKey }) => {
      const script = "/client.js";
      const { createClient, isErrorOf } = (await import(script)) as Client;
      const anyone = createClient(address);
      const { data: newest, total = 0, etag } = await anyone.get("/articles", { query: { limit: 5 }, fields: ["id"] });
      let listed = 0;
      for await (const { id } of anyone.list("/articles", { query: { limit: 7 }, fields: ["id"] }))
        listed += id > 0 ? 1 : 0;
      const missing = await anyone.get("/articles/{id}", { path: { id: 2_000_000 } }).catch((error: unknown) => error);
      const writer = createClient(address, { key: apiKey ?? "" });
      const canvas = new OffscreenCanvas(4, 3);
      canvas.getContext("2d")?.fillRect(0, 0, 4, 3);
      const picture = await writer.upload(await canvas.convertToBlob());
      const body = { title: "From a page", category: "Tech", image_url: picture.data.url };
      const made = await writer.post("/articles", { body });
      const path = { id: made.data.id };
      const before = await writer.get("/articles/{id}", { path });
      const change = (title: string) => writer.put("/articles/{id}", { path, body: { title }, ifMatch: before.etag });
      const saved = await change("Saved once");
      const stale = await change("Saved twice").catch((error: unknown) => error);
      await writer.delete("/articles/{id}", { path });
      return {
        counts: [newest.length, listed === total, total > 7],
        hasVersion: etag !== undefined,
        codes: [
          isErrorOf(missing, "GET /articles/{id}") && missing.code,
          isErrorOf(stale, "PUT /articles/{id}") && stale.code,
        ],
        title: saved.data.title,
      };
    },
    { address: site.url, apiKey: key },
  );
  other.close();
  expect(seen).toEqual({
    counts: [5, true, true],
    hasVersion: true,
    codes: ["article_not_found", "stale_version"],
    title: "Saved once",
  });
});
