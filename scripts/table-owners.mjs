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

/** Columns with such a name that hold something else than an account. */
const NO_ACCOUNT =
  /^(mail|task|webhook_delivery)\.lease_by$|^address\.owner_id$|^import_|\.(article|body|category|created|credential|digest|document|event|feed|from|idea|issue|message|note|page|picture|series|session|source|story|subject|subscriber|topic|webhook)_id$/;

/** Whether a column, as `table.column`, holds an account's id: by its name, so that a new one counts unless listed above. */
export const isAccountColumn = (column) => /_(id|by)$/.test(column) && !NO_ACCOUNT.test(column);

/** @returns {Record<string, string>} the owner of each table; throws if a table is declared twice */
export function tableOwners() {
  /** @type {Record<string, string>} */
  const owners = { ...WITHOUT_ROW_TYPE };
  for (const { table, owner } of declaredTables()) {
    if (owners[table]) throw new Error(`${table} belongs to ${owners[table]} and to ${owner}.`);
    owners[table] = owner;
  }
  return owners;
}

/** @returns {{ column: string, owner: string }[]} every column that holds an account's id, by the row types */
export const accountColumns = () =>
  declaredTables().flatMap(({ table, owner, columns }) =>
    columns.map((name) => ({ column: `${table}.${name}`, owner })).filter(({ column }) => isAccountColumn(column)),
  );

/** The tables that each part adds to `interface Tables`, with the columns of their row types. */
function declaredTables() {
  const types = new Map();
  const tables = [];
  for (const path of globSync("src/{db,platform,features/*}/tables.ts", { cwd: ROOT })) {
    const source = ts.createSourceFile(path, readFileSync(join(ROOT, path), "utf8"), ts.ScriptTarget.Latest, true);
    const visit = (node) => {
      if (ts.isTypeAliasDeclaration(node)) types.set(node.name.text, node);
      if (ts.isInterfaceDeclaration(node) && node.name.text === "Tables")
        for (const { name, type } of node.members)
          tables.push({ table: name.getText(), owner: partOf(path), type: type.getText() });
      else ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return tables.map(({ table, owner, type }) => ({ table, owner, columns: columnsOf(type, types) }));
}

/** The columns of a row type: its own, and those of the row types that it is made of. */
function columnsOf(type, types) {
  const found = new Set();
  const visit = (node) => {
    if (ts.isPropertySignature(node)) found.add(node.name.getText());
    else if (ts.isTypeReferenceNode(node) && types.has(node.getText()))
      for (const column of columnsOf(node.getText(), types)) found.add(column);
    else ts.forEachChild(node, visit);
  };
  if (types.has(type)) visit(types.get(type));
  return [...found];
}
