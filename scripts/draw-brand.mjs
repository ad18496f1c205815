/** Draws the public pictures anew from code: placeholders, icons, share card. Run after changing how they are drawn. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { drawFavicon, drawShareCard, drawTouchIcon } from "../src/app/demo/art/brand.ts";
import { drawAuthorPlaceholder, drawPlaceholder } from "../src/app/demo/art/placeholder.ts";

const PUBLIC = join(import.meta.dirname, "..", "public");
const PAPER = "#faf7f2";
const ACCENT = "#c8371f";

const raster = (svg, background) => sharp(Buffer.from(svg)).flatten({ background });
const jpeg = (svg, name) => raster(svg, PAPER).jpeg({ quality: 78, mozjpeg: true }).toFile(join(PUBLIC, name));

await jpeg(drawPlaceholder("placeholder"), "placeholder.jpg");
await jpeg(drawPlaceholder("fallback"), "fallback.jpg");
await jpeg(drawAuthorPlaceholder(), "authorPlaceholder.jpg");
await jpeg(drawShareCard(), "og-default.jpg");
await raster(drawTouchIcon(), ACCENT).png({ compressionLevel: 9 }).toFile(join(PUBLIC, "apple-touch-icon.png"));
writeFileSync(join(PUBLIC, "favicon.svg"), `${drawFavicon()}\n`);
