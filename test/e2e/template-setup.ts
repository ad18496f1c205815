import { rmSync } from "node:fs";
import { join } from "node:path";
import { startServer } from "./server-process.ts";

/** A prepared publication that every worker copies: drawing the first edition once is enough. */
export const TEMPLATE_DIR = join(import.meta.dirname, "..", "..", ".cache", "journey-template");

/** Makes the template anew, so that it is what a first start makes today. */
export default async function prepare(): Promise<void> {
  rmSync(TEMPLATE_DIR, { recursive: true, force: true });
  const server = await startServer({ dataDir: TEMPLATE_DIR });
  await server.stop();
}
