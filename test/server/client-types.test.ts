import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "vitest";
import { type Document, generate } from "#clients/typescript/generate.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const TYPES = "clients/typescript/src/api.ts";
const BIOME = join(ROOT, "node_modules/@biomejs/biome/bin/biome");

const UPDATE = "`vitest run test/server/client-types.test.ts -u` writes the types of changed endpoints";

test("the client's types are those of the OpenAPI document", async ({ expect }) => {
  const { app } = await startTestApp(await openSqliteForTest());
  const document = (await app.inject("/api/openapi.json")).json<Document>();
  const input = await generate(document);
  const formatted = execFileSync(process.execPath, [BIOME, "format", `--stdin-file-path=${TYPES}`], {
    cwd: ROOT,
    input,
    encoding: "utf8",
  });
  await expect(formatted, UPDATE).toMatchFileSnapshot(join(ROOT, TYPES));
});
