/** Writes the tables in docs/roles.md and docs/privacy.md from what the code declares; run it after changing that. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROLES } from "#shared/actor.ts";
import { FEATURES } from "../src/shared/features.ts";
import { PERMISSION_NAMES, PERMISSIONS, reachOf } from "../src/shared/permissions.ts";
import { ROOT } from "./project.mjs";

const MARKS = { any: "all", own: "own" };
const ERASED = { gone: "gone", number: "the number", expires: "gone within the hour" };
const line = (cells) => `| ${cells.join(" | ")} |`;
const code = (name) => `\`${name}\``;

const permissions = () =>
  PERMISSION_NAMES.map((name) => {
    const marks = ROLES.map((role) => MARKS[reachOf(role, name) ?? ""] ?? "");
    return line([code(name), PERMISSIONS[name].does, ...marks]);
  });

const personalData = () =>
  Object.values(FEATURES)
    .toReversed()
    .flatMap(({ personalData = {} }) => Object.entries(personalData))
    .map(([what, { columns, also = [], until, exported, erased, afterwards }]) => {
      const tables = new Set([...Object.keys(columns).map((column) => column.split(".")[0]), ...also]);
      return line([what, [...tables].map(code).join(", "), until, exported, afterwards ?? ERASED[erased]]);
    });

/** The documents with a table from declarations: its head, and its rows. */
const TABLES = [
  { path: "docs/roles.md", head: "| Permission |", rows: permissions },
  { path: "docs/privacy.md", head: "| What | Table | Until | In an export | After an erasure |", rows: personalData },
];

/** Each of these documents as it is, and as it should be. */
export const documents = () =>
  TABLES.map(({ path, head, rows }) => {
    const text = readFileSync(join(ROOT, path), "utf8");
    const start = text.indexOf("\n", text.indexOf("\n", text.indexOf(head)) + 1) + 1;
    const rest = text.slice(start).replace(/^(\|.*\n)*/, "");
    return { path, text, expected: `${text.slice(0, start)}${rows().join("\n")}\n${rest}` };
  });

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { path, expected } of documents()) writeFileSync(join(ROOT, path), expected);
