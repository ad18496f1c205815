/** Finds which tables a source file reads and writes, in Kysely's calls and in raw SQL. */
import ts from "typescript";

const READS = new Set(["selectFrom", "innerJoin", "leftJoin", "rightJoin", "fullJoin", "crossJoin", "using"]);
const WRITES = new Set(["insertInto", "replaceInto", "updateTable", "deleteFrom", "mergeInto", "lockTable"]);
const RAW_WRITE =
  /\b(?:insert(?: or \w+)? into|delete from|update|lock table|alter table|truncate|drop table)\s+"?(\w+)/gi;
const RAW_READ = /\b(?:from|join)\s+"?(\w+)/gi;

/**
 * @param {string} file name, which determines its language
 * @param {string} text
 * @returns {{ line: number, table: string | null, isWrite: boolean }[]} null: a table known only at run time
 */
export function tableUses(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const add = (node, table, isWrite) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push({ line: line + 1, table, isWrite });
  };
  const visit = (node) => {
    if (ts.isCallExpression(node)) {
      const name = calledName(node);
      const isWrite = WRITES.has(name);
      if (isWrite || READS.has(name)) for (const table of tablesNamed(node.arguments, name)) add(node, table, isWrite);
    }
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(source).startsWith("sql"))
      for (const { table, isWrite } of usesInSql(node.template)) add(node, table, isWrite);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function calledName({ expression }) {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  return ts.isIdentifier(expression) ? expression.text : "";
}

function tablesNamed(args, name) {
  const named = args[name === "lockTable" ? 1 : 0];
  if (!named) return [];
  const each = ts.isArrayLiteralExpression(named) ? named.elements : [named];
  return each.flatMap((one) => {
    if (ts.isStringLiteralLike(one)) return [one.text.split(" ")[0]];
    // A subquery, which is examined separately.
    const isSubquery = ts.isCallExpression(one) || ts.isArrowFunction(one);
    return isSubquery ? [] : [null];
  });
}

function usesInSql(template) {
  const parts = ts.isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
  const text = parts.join(" ? ");
  const writes = [...text.matchAll(RAW_WRITE)].map(([, table]) => ({ table, isWrite: true }));
  const reads = [...text.replace(/\bdelete from\b/gi, "").matchAll(RAW_READ)];
  return [...writes, ...reads.map(([, table]) => ({ table, isWrite: false }))];
}
