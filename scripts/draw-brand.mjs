/** Redraws the public pictures from code: placeholders and icons. Run after changing how they are drawn. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { drawAuthorPlaceholder, drawFavicon, drawPlaceholder, drawTouchIcon } from "../demo/art/brand.ts";

const PUBLIC = join(import.meta.dirname, "..", "public");
const PAPER = "#faf7f2";
const ACCENT = "#c8371f";

const raster = (svg, background) => sharp(Buffer.from(svg)).flatten({ background });
const jpeg = (svg, name) => raster(svg, PAPER).jpeg({ quality: 78, mozjpeg: true }).toFile(join(PUBLIC, name));

/**
 * An .ico file, for browsers and programs that request `/favicon.ico` by default: one PNG of `side` pixels in a frame.
 */
async function writeIcon(svg, side, name) {
  const png = await sharp(Buffer.from(svg)).resize(side).png({ compressionLevel: 9 }).toBuffer();
  const frame = Buffer.alloc(22);
  frame.writeUInt16LE(1, 2); // an icon
  frame.writeUInt16LE(1, 4); // of one picture
  frame.writeUInt8(side, 6);
  frame.writeUInt8(side, 7);
  frame.writeUInt16LE(1, 10); // colour planes
  frame.writeUInt16LE(32, 12); // bits per pixel
  frame.writeUInt32LE(png.length, 14);
  frame.writeUInt32LE(frame.length, 18);
  writeFileSync(join(PUBLIC, name), Buffer.concat([frame, png]));
}

await jpeg(drawPlaceholder("placeholder"), "placeholder.jpg");
await jpeg(drawPlaceholder("fallback"), "fallback.jpg");
await jpeg(drawAuthorPlaceholder(), "authorPlaceholder.jpg");
await raster(drawTouchIcon(), ACCENT).png({ compressionLevel: 9 }).toFile(join(PUBLIC, "apple-touch-icon.png"));
// At 72 dpi the drawing has 180 pixels.
await sharp(Buffer.from(drawTouchIcon()), { density: (72 * 512) / 180 })
  .flatten({ background: ACCENT })
  .resize(512, 512)
  .png({ compressionLevel: 9, palette: true })
  .toFile(join(PUBLIC, "icon-512.png"));
await writeIcon(drawFavicon(), 32, "favicon.ico");
writeFileSync(join(PUBLIC, "favicon.svg"), `${drawFavicon()}\n`);
