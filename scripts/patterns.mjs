/** Finds the regular expressions of a source file, and reports those that may take more than linear time. */
import { isSafe } from "redos-detector";
import ts from "typescript";

/** How many ways there may be to match a text before it counts as unbounded, and how long the analysis may take. */
// Steps decide, so that a busy machine comes to the same result; the clock, in milliseconds, ends only what hangs.
const LIMITS = { maxScore: 200, maxSteps: 200_000, timeout: 60_000 };

/**
 * @param {string} file name, which determines its language
 * @param {string} text
 * @returns {{ line: number, pattern: string, isLiteral: boolean }[]} a pattern that is no literal is built at run time
 */
export function patternsIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    const isLiteral = ts.isRegularExpressionLiteral(node);
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (isLiteral || (isCall && node.expression.getText(source) === "RegExp")) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push({ line: line + 1, pattern: node.getText(source), isLiteral });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** @param {string} literal as it is in a source file */
export function isLinear(literal) {
  const end = literal.lastIndexOf("/");
  return isSafe(new RegExp(literal.slice(1, end), literal.slice(end + 1)), LIMITS).safe;
}
