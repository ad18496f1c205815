/** Builds the site, the admin area and the server, then compresses what readers download, once and as small as it gets. */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build, minifySync } from "vite";
import { cutFonts } from "./fonts.mjs";

const OUT = join(import.meta.dirname, "..", "dist");
const COMPRESSIBLE = new Set([".js", ".css", ".svg", ".json", ".txt"]);
const SMALLEST = 200;

rmSync(OUT, { recursive: true, force: true });
process.env.NODE_ENV = "production";
await cutFonts();
await build({ logLevel: "warn" });
await build({ logLevel: "warn", configFile: "vite.admin.config.ts" });
await build({ logLevel: "warn", build: { ssr: true } });

const start = join(OUT, "client", "start.js");
writeFileSync(start, minifySync("start.js", readFileSync(start, "utf8")).code);

for (const name of readdirSync(join(OUT, "client"), { recursive: true })) {
  const path = join(OUT, "client", name);
  if (!COMPRESSIBLE.has(extname(path)) || statSync(path).size < SMALLEST || path.includes(".vite")) continue;
  const bytes = readFileSync(path);
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
