/**
 * Prints the regular expressions of the files that standard input lists, and whether each is linear, as JSON. A process of its own
 * for some files at a time: the analysis never releases the memory that it takes for a pattern.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isLinear, patternsIn } from "./patterns.mjs";
import { ROOT } from "./project.mjs";

const files = readFileSync(0, "utf8").split("\n");
const judged = files.flatMap((file) =>
  patternsIn(file, readFileSync(join(ROOT, file), "utf8")).map(({ line, pattern, isLiteral }) => ({
    file,
    line,
    pattern,
    isLiteral,
    isSafe: isLiteral && isLinear(pattern),
  })),
);
process.stdout.write(JSON.stringify(judged));
