/** Finds who owns each table: the feature, or folder below the features, whose `tables.ts` declares its row type. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "./project.mjs";

/** Their columns differ between the engines, so that they have no row type. */
const WITHOUT_ROW_TYPE = { article_search: "db", article_search_head: "db" };

/** The part of the program that a file below `src` belongs to. */
export function partOf(path) {
  const [, folder, name] = path.split("/");
  return folder === "features" ? name : folder;
}

/** @returns {Record<string, string>} the owner of each table; throws if a table is declared twice */
export function tableOwners() {
  /** @type {Record<string, string>} */
  const owners = { ...WITHOUT_ROW_TYPE };
  for (const path of globSync("src/{db,platform,features/*}/tables.ts", { cwd: ROOT }))
    for (const table of tablesIn(path)) {
      if (owners[table]) throw new Error(`${table} belongs to ${owners[table]} and to ${partOf(path)}.`);
      owners[table] = partOf(path);
    }
  return owners;
}

/** The members of `interface Tables` in a file. */
function tablesIn(path) {
  const source = ts.createSourceFile(path, readFileSync(join(ROOT, path), "utf8"), ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (ts.isInterfaceDeclaration(node) && node.name.text === "Tables")
      found.push(...node.members.map((member) => member.name.getText(source)));
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
