/** Commit subjects follow Conventional Commits (CONTRIBUTING.md). Needs no branch, and works in a shallow clone. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ROOT } from "./project.mjs";

/** Older commits were written before the rule. */
const SINCE = "2026-11-27T20:25:00Z";
const TYPES = ["feat", "fix", "refactor", "perf", "test", "docs", "build", "ci", "chore", "style", "revert"];
const SUBJECT = /^(?<type>\w+)(?:\([a-z0-9 ,/-]+\))?!?: (?<summary>.+)$/;
const MAX_SUBJECT_LENGTH = 100;

/** What is wrong with a commit subject; undefined if nothing is. */
export function faultOfSubject(subject) {
  const { type, summary } = SUBJECT.exec(subject)?.groups ?? {};
  if (!type) return "must have the form type(scope): summary, for example fix(presence): ignore stale reads";
  if (!TYPES.includes(type)) return `has the unknown type ${type}; use one of ${TYPES.join(", ")}`;
  if (/^(let|say|keep|tell)\b/i.test(summary)) return "must start its summary with a verb that names the change";
  if (/[.]$/.test(summary)) return "must not end with a full stop";
  if (subject.length > MAX_SUBJECT_LENGTH) return `has ${subject.length} characters, at most ${MAX_SUBJECT_LENGTH}`;
  return undefined;
}

/** Subjects of the commits that the rule applies to, newest first. Empty outside a Git repository. */
function newCommits() {
  try {
    const options = ["--no-merges", `--since=${SINCE}`, "--format=%h %s"];
    const output = execFileSync("git", ["log", ...options], {
      cwd: ROOT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return output.split("\n").filter(Boolean);
  } catch {
    return [];
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = newCommits().flatMap((line) => {
    const [hash, ...words] = line.split(" ");
    const fault = faultOfSubject(words.join(" "));
    return fault ? [`${line}\n  The subject of ${hash} ${fault}.`] : [];
  });
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.exit(problems.length === 0 ? 0 : 1);
}
