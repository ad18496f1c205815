/**
 * Tables have owners: only those write them, and others read them only where TABLE_READERS allows it. Differences
 * between the engines stay in src/db. What a viewer may read of the articles is said in src/db/readable.ts alone.
 * Columns that name an account, and scopes, are declared by the feature that owns them (decision 117).
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FEATURES } from "../src/shared/features.ts";
import { ROOT } from "./project.mjs";
import { JUDGES_STATUS, MADE_FOR_ALL, PUBLIC_READER, READABLE } from "./readable-rule.mjs";
import { accountColumns, partOf, tableOwners } from "./table-owners.mjs";
import { tableUses } from "./table-uses.mjs";

const TABLE_OWNERS = tableOwners();
/**
 * Who reads another's tables in its own queries, where a function of the owner would read too much or too often: lists
 * that are joined, filtered or counted by another feature's data.
 */
const TABLE_READERS = {
  db: ["article", "article_list_entry", "template", "working_copy"],
  identity: ["article", "setting"],
  articles: [
    "account",
    "author_alias",
    "category",
    "note",
    "picture",
    "published_version",
    "review_request",
    "topic",
    "topic_alias",
    "working_copy",
  ],
  audit: ["account"],
  calendar: ["article", "working_copy"],
  categories: ["article", "article_list_span"],
  feeds: [
    "article",
    "article_byline",
    "article_list_entry",
    "article_topic",
    "derived_content",
    "series",
    "series_article",
    "topic",
  ],
  // Read with every request by a key.
  keys: ["account", "setting"],
  media: ["account", "article_picture"],
  // Locks accounts, so that two changes of one register of holdings wait for each other.
  record: ["account", "article"],
  search: ["article", "article_byline", "article_list_entry", "article_topic"],
  topics: ["article_topic"],
  // An export reads everything once, in the order of the ids. What an import has stored may be anywhere.
  transfer: [
    ...["account", "ad_space", "address", "article", "article_picture", "article_topic", "category", "issue", "page"],
    ...["picture", "published_version", "redirect", "remote_item", "revision", "series", "series_article", "setting"],
    ...["subscriber", "task", "template", "topic", "topic_alias", "working_copy"],
  ],
};
/** Files outside of src/db that may know the engine, each with its reason. */
const KNOWS_ENGINE = {
  "src/env.ts": "reads DATABASE_URL",
  "src/setting-values.ts": "reads DATABASE_URL",
  "src/app/start-faults.ts": "names the setting that a database's fault comes from",
  "src/app/waiting.ts": "only a server can be away",
  "src/app/restore-check.ts": "restores into a file or a database of its own",
  "src/app/backup.ts": "a backup is of one engine, which its manifest names",
};
/** Writes to tables that it gets from declarations of records: each feature declares its own. */
const WRITES_RECORDS = "src/platform/records/store.ts";
/** The table of a kind of records. */
const RECORD_TABLE = /^ {2}table: "(\w+)",$/gm;
/** The kind of a scope that a file builds. */
const SCOPE = /\bscope\("([\w-]+)"/g;
/** Names of the engines, what only one of them is imported for, and codes of their errors. */
const ENGINE = /"(sqlite|postgres)"|\b(sqlite|postgres):|\.engine\b|"SQLITE_|"#db\/(engine|sqlite|postgres)[\w-]*\.ts"/;

const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "src"], {
  cwd: ROOT,
  encoding: "utf8",
});
const files = listed
  .split("\n")
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && existsSync(join(ROOT, path)));
const problems = [];
const used = new Set();

for (const file of files) {
  const text = readFileSync(join(ROOT, file), "utf8");
  const part = partOf(file);
  for (const { line, table, isWrite } of tableUses(file, text)) judge({ file, line, part }, table, isWrite);
  if (text.includes("RecordKind"))
    for (const [, table] of text.matchAll(RECORD_TABLE)) judge({ file, line: 1, part }, table, true);
  if (part === "db") continue;
  allow(file, READABLE.test(text), JUDGES_STATUS, "what a viewer may read is decided by src/db/readable.ts");
  allow(file, PUBLIC_READER.test(text), MADE_FOR_ALL, "the viewer comes from the request");
  for (const [, kind] of text.matchAll(SCOPE))
    if (!FEATURES[part]?.scopes?.includes(kind)) problems.push(`${file}: ${part} does not declare the scope ${kind}`);
  allow(file, ENGINE.test(text), KNOWS_ENGINE, "what differs between the engines belongs into src/db");
}

/** Only files with a reason may do this, and each of these still does. */
function allow(file, does, exceptions, problem) {
  if (does && !exceptions[file]) problems.push(`${file}: ${problem}`);
  if (!does && exceptions[file]) problems.push(`${file}: no longer needs an exception`);
}

function judge({ file, line, part }, table, isWrite) {
  const place = `${file}:${line}`;
  if (table === null) {
    if (file === WRITES_RECORDS) return;
    problems.push(`${place}: the table's name must stand there`);
    return;
  }
  const owner = TABLE_OWNERS[table];
  // Names of subqueries, and functions that return rows.
  if (owner === undefined || owner === part) return;
  if (isWrite) problems.push(`${place}: ${table} is written by ${owner} alone`);
  else if (TABLE_READERS[part]?.includes(table)) used.add(`${part} ${table}`);
  else problems.push(`${place}: ${table} belongs to ${owner}`);
}

for (const [part, tables] of Object.entries(TABLE_READERS))
  for (const table of tables)
    if (!used.has(`${part} ${table}`)) problems.push(`TABLE_READERS: ${part} does not read ${table}`);

const declaredColumns = Object.entries(FEATURES).flatMap(([feature, { personalData = {} }]) =>
  Object.values(personalData).flatMap(({ columns }) => Object.keys(columns).map((column) => ({ column, feature }))),
);
const columns = accountColumns();
for (const { column, owner } of columns) {
  const declaredBy = declaredColumns.filter((one) => one.column === column).map(({ feature }) => feature);
  // A table below the features is declared by the feature whose data it holds.
  const isOwn = !(owner in FEATURES) || declaredBy[0] === owner;
  if (declaredBy.length !== 1 || !isOwn)
    problems.push(`${column} names an account: ${owner} declares it once in personalData of its declaration.ts`);
}
for (const { column, feature } of declaredColumns)
  if (!columns.some((one) => one.column === column)) problems.push(`${feature}: ${column} names no account`);

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
