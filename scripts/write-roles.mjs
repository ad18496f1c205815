/** Writes the table of permissions in docs/roles.md from what the features declare; run it after a change of these. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PERMISSION_NAMES, PERMISSIONS, reachOf } from "../src/shared/permissions.ts";
import { ROLES } from "../src/shared/roles.ts";
import { ROOT } from "./project.mjs";

const MARKS = { any: "all", own: "own" };
const line = (cells) => `| ${cells.join(" | ")} |`;
const rows = PERMISSION_NAMES.map((name) => {
  const marks = ROLES.map((role) => MARKS[reachOf(role, name) ?? ""] ?? "");
  return line([`\`${name}\``, PERMISSIONS[name].does, ...marks]);
});
const guide = join(ROOT, "docs/roles.md");
const before = readFileSync(guide, "utf8");
writeFileSync(guide, before.replace(/(\| Permission .*\n\| --- .*\n)(\|.*\n)*/, `$1${rows.join("\n")}\n`));
