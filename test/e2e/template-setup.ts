import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "#db/open.ts";
import { startServer } from "./server-process.ts";

const ROOT = join(import.meta.dirname, "..", "..");

/** A prepared publication that every worker copies: drawing the first edition once is enough. */
export const TEMPLATE_DIR = join(ROOT, ".cache", "journey-template");
const STAMP = join(TEMPLATE_DIR, ".stamp");
const PATIENCE = 300_000;

/** Makes the template with what a first start makes today; kept for as long as the build is the same. */
export default async function prepare(): Promise<void> {
  const build = readFileSync(join(ROOT, "dist", ".stamp"), "utf8");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === build) return;
  rmSync(TEMPLATE_DIR, { recursive: true, force: true });
  const server = await startServer({ dataDir: TEMPLATE_DIR });
  await waitForPictures();
  await server.stop();
  writeFileSync(STAMP, build);
}

/** Until every picture has its variants: otherwise each worker would go on making them while its journeys run. */
async function waitForPictures(): Promise<void> {
  const database = await openDatabase({ engine: "sqlite", path: join(TEMPLATE_DIR, "jarida.db") });
  const deadline = Date.now() + PATIENCE;
  const missing = () =>
    database.db.selectFrom("media").select("id").where("has_variants", "=", 0).limit(1).executeTakeFirst();
  while ((await missing()) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 250));
  await database.close();
}
