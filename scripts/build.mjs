/**
 * Builds the site, the admin area and the server, then compresses what readers download, once and at the highest level.
 */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build, minifySync } from "vite";
import { cutCardFonts } from "./card-fonts.mjs";
import { cutFonts } from "./fonts.mjs";

const OUT = join(import.meta.dirname, "..", "dist");
const COMPRESSIBLE = new Set([".js", ".css", ".svg", ".json", ".txt"]);
const MIN_BYTES = 200;

rmSync(OUT, { recursive: true, force: true });
process.env.NODE_ENV = "production";
/** The admin area's files go next to the site's, whose build empties the folder first. */
async function buildClient() {
  await build({ logLevel: "warn" });
  await build({ logLevel: "warn", configFile: "vite.admin.config.ts" });
}
/** The server's bundle empties its folder first, in which it finds the fonts of cards. */
async function buildServer() {
  await build({ logLevel: "warn", build: { ssr: true } });
  await cutCardFonts(join(OUT, "server", "fonts"));
}
// The server draws the publication's name with the letters of the fonts.
await cutFonts();
// The server's bundle is independent of the browser's, and uses the other processor.
await Promise.all([buildClient(), buildServer()]);

const start = join(OUT, "client", "start.js");
writeFileSync(start, minifySync("start.js", readFileSync(start, "utf8")).code);

/** Once and at the highest level. */
async function compress(name) {
  const path = join(OUT, "client", name);
  if (!COMPRESSIBLE.has(extname(path)) || statSync(path).size < MIN_BYTES || path.includes(".vite")) return;
  const bytes = readFileSync(path);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, quality),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  writeFileSync(`${path}.br`, brotli);
  writeFileSync(`${path}.gz`, gzipped);
}
await Promise.all(readdirSync(join(OUT, "client"), { recursive: true }).map(compress));
