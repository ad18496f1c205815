// biome-ignore-all lint/suspicious/noTemplateCurlyInString: patterns as they are in the source
/**
 * Every regular expression of the server and of the browsers must take linear time, whatever the text: one that does
 * not blocks everybody, and a long text is easily sent. What the analysis cannot decide, or what is only ever matched
 * against short text, is listed in `EXCEPTIONS` with the reason.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./project.mjs";

/** @type {{ file: string, pattern: string, reason: string }[]} */
const EXCEPTIONS = [
  {
    file: "src/features/transfer/sources/substack/source.ts",
    pattern: "/(?:^|\\/)posts\\/(\\d+)\\.?([^/]*)\\.html$/i",
    reason: "It is matched against at most 300 characters.",
  },
  {
    file: "src/features/transfer/sources/substack/source.ts",
    pattern: "/(?:^|\\/)(?:email_list|subscribers?)[^/]*\\.csv$/i",
    reason: "It is matched against at most 300 characters.",
  },
  {
    file: "src/features/transfer/sources/substack/source.ts",
    pattern: "/https:\\/\\/[a-z0-9-]{1,63}\\.substack\\.com(?=\\/(?:subscribe|p\\/|publish))/gi",
    reason: "Linear: what it repeats is bounded, and follows fixed letters.",
  },
  {
    file: "src/features/transfer/sources/wordpress/raw-code.ts",
    pattern: "/<(pre|code)(\\s[^<>]{0,500})>|\\[([a-z_]{2,20})(?:[\\s=][^[\\]]{0,500})?\\]/gi",
    reason: "Linear: each start is followed by at most 500 characters.",
  },
  {
    file: "src/features/transfer/sources/medium/source.ts",
    pattern: "/(?:^|\\/)posts\\/[^/]+\\.html$/i",
    reason: "It is matched against at most 300 characters.",
  },
  {
    file: "src/features/transfer/sources/dates.ts",
    pattern:
      "/^(\\d{4})[-/.年](\\d{1,2})[-/.月](\\d{1,2})日?(?:[T ,]+(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,]\\d{1,9})?)?)?[ ]?(.{0,30})$/i",
    reason: "It is matched against at most 100 characters.",
  },
  {
    file: "src/features/transfer/sources/dates.ts",
    pattern: "/^(\\d{1,2})([-/.])(\\d{1,2})[-/.](\\d{4})(?:[T ,]+(\\d{1,2}):(\\d{2})(?::(\\d{2}))?)?[ ]?(.{0,30})$/i",
    reason: "It is matched against at most 100 characters.",
  },
  {
    file: "src/features/transfer/sources/dates.ts",
    pattern: "/^(am|pm)?\\s?(.*)$/i",
    reason: "It is matched against at most 30 characters.",
  },
  {
    file: "src/features/transfer/sources/markdown/tags.ts",
    pattern: 'new RegExp(`\\\\n[ \\\\t>]{0,40}\\\\${sign}{${run.length},}[ \\\\t]*(?=\\\\n|$)`, "g")',
    reason: "Linear: each repeated part ends at a line break, and the search goes on behind what it finds.",
  },
  {
    file: "src/features/transfer/sources/markdown/tags.ts",
    pattern: "new RegExp(`(?<!\\`)\\`{${length}}(?!\\`)`)",
    reason: "It is matched against at most 1,000 characters.",
  },
  {
    file: "src/features/transfer/sources/markdown/tags.ts",
    pattern: 'new RegExp(ending, "gi")',
    reason: "Linear: the reader goes on behind what it finds, and does not look again for what is absent.",
  },
  {
    file: "src/features/transfer/sources/markdown/tags.ts",
    pattern:
      "/(?:[\\w-]{1,60}\\s{0,9}[=:]\\s{0,9})?(?:\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'|`[^`]*`)|[^\\s,]+/g",
    reason: "It is matched against a tag of at most 4,000 characters.",
  },
  {
    file: "src/features/transfer/sources/markdown/tags.ts",
    pattern: "/^([\\w-]{1,60})\\s{0,9}[=:]\\s{0,9}((?:[\"'`]|(?!\\/))[\\s\\S]*)$/",
    reason: "It is matched against a tag of at most 4,000 characters.",
  },
  {
    file: "src/features/transfer/sources/markdown/site.ts",
    pattern: "new RegExp(`\\\\b${name}[\"']?\\\\s{0,9}[:=]\\\\s{0,9}[\"'\\`]([^\"'\\`\\\\n]{1,200})[\"'\\`]`)",
    reason: "Linear: its repeated parts are bounded, and its name is a constant.",
  },
  {
    file: "src/features/transfer/sources/feed/dates.ts",
    pattern:
      "/^(\\d{4})(?:[-/.]?(\\d{2})(?:[-/.]?(\\d{2}))?)?(?:[t\\s]{1,3}(\\d{1,2}):?(\\d{2})(?::?(\\d{2})(?:[.,]\\d{1,12})?)?\\s{0,2}(z|utc|gmt|[a-z]{3,4}|[+-]\\d{1,2}:?(?:\\d{2})?)?)?$/i",
    reason: "It is matched against at most 100 characters.",
  },
  {
    file: "src/features/transfer/sources/feed/dates.ts",
    pattern: "/\\([^)]*\\)/g",
    reason: "It is matched against at most 100 characters.",
  },
  {
    file: "src/setting-values.ts",
    pattern: "/^(?:([^<>\\p{Cc}]{0,100}?)\\s*<([^\\s@<>,]+@[^\\s@<>,]+)>|([^\\s@<>,]+@[^\\s@<>,]+))$/u",
    reason: "A setting of the operator's, read once at the start.",
  },
  {
    file: "src/features/content/length.ts",
    pattern: '/<sup><a href="#fn-\\d{1,4}" id="fnref-\\d{1,4}">\\d{1,4}<\\/a><\\/sup>/g',
    reason: "Linear: what it repeats does not contain its first sign.",
  },
  {
    file: "src/features/editor/admin/internal/hidden-parts.ts",
    pattern: "/(?:^|;)\\s*(?:display\\s*:\\s*none|visibility\\s*:\\s*(?:hidden|collapse)|mso-hide\\s*:\\s*all)/i",
    reason: "Linear: its parts do not overlap, and what is before it is one sign.",
  },
  {
    file: "src/features/editor/admin/internal/machine-marks.ts",
    pattern: "/\\uE200[^\\uE200\\uE201]*\\uE201/gu",
    reason: "Linear: what it repeats does not contain its first sign.",
  },
  {
    file: "src/features/editor/admin/internal/machine-marks.ts",
    pattern: "/\\bcite(?:turn\\d+[a-z]+\\d+)+/g",
    reason: "Linear: what it repeats does not contain its first sign.",
  },
  {
    file: "src/features/editor/admin/internal/machine-marks.ts",
    pattern: "/ ?:contentReference\\[oaicite:\\d+\\](?:\\{[^{}]*\\})?/g",
    reason: "Linear: what it repeats does not contain its first sign.",
  },
  {
    file: "src/features/editor/admin/internal/machine-marks.ts",
    pattern: "/ ?【\\d+(?::\\d+)?†[^【】]*】/gu",
    reason: "Linear: what it repeats does not contain its first sign.",
  },
  {
    file: "src/features/editor/admin/internal/machine-marks.ts",
    pattern: "/ ?\\[oai_citation:[^[\\]]+\\](?:\\([^()[\\s]+\\))?/g",
    reason: "Linear: what it repeats does not contain its first sign.",
  },
  {
    file: "src/features/editor/admin/internal/machine-marks.ts",
    pattern: "/ ?\\[cite:[\\d, ]+\\]/g",
    reason: "Linear: what it repeats does not contain its first sign.",
  },
  {
    file: "src/features/editor/admin/internal/machine-marks.ts",
    pattern: "/<\\/?grok:[^<>]+>/g",
    reason: "Linear: what it repeats does not contain its first sign.",
  },
  {
    file: "src/features/editor/admin/internal/plain-parts.ts",
    pattern: "/\\\\[a-z]{2}|^\\$.+\\$$/i",
    reason: "Linear: it is tried at the start of a line only, and its parts do not overlap.",
  },
  {
    file: "src/features/documents/review/look-alikes.ts",
    pattern: 'new RegExp(`[${[...LATIN.keys()].join("")}]`, "u")',
    reason: "A class of single characters from a constant.",
  },
  {
    file: "src/features/addresses/redirects/import.ts",
    pattern: 'new RegExp(`^${ADDRESS}[^\\\\s,;|]*[ \\\\t]+(?:->[ \\\\t]+)?(?:${ADDRESS}|[^\\\\s=,;]+=)`, "i")',
    reason: "Linear: it is tried at the start of a line only, and its parts do not overlap.",
  },
  {
    file: "src/features/addresses/redirects/import.ts",
    pattern: 'new RegExp(`^["\']?${ADDRESS}[^\\\\s,;|]*["\']?[ ]*[,;|]`, "i")',
    reason: "Linear: it is tried at the start of a line only, and its parts do not overlap.",
  },
  {
    file: "src/features/addresses/redirects/internal/table.ts",
    pattern: "/[\\\\^$]|\\.[*+]|\\((?:\\?|\\.|\\\\|\\[)|\\[[^[\\]]*\\][*+]/",
    reason: "Linear: what it repeats does not contain its first sign.",
  },
  {
    file: "src/shared/foldings.ts",
    pattern:
      'new RegExp(`[${[...FORMS.keys()].join("")}]|(?![0-9])\\\\p{Nd}|[\\\\u30a1-\\\\u30f6\\\\u30fd\\\\u30fe]`, "gu")',
    reason: "A class of single characters from a constant.",
  },
  {
    file: "src/shared/merge-blocks.ts",
    pattern: "/<[^<>]*>/g",
    reason: "Linear: what it repeats does not contain its first sign.",
  },
];
/** Reads the first edition's own files and nothing from outside. */
const OWN_INPUT = /^src\/app\/demo\//;

const listed = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "src", "public", "clients", "examples"],
  {
    cwd: ROOT,
    encoding: "utf8",
  },
);
const files = listed
  .split("\n")
  .filter((path) => /\.(tsx?|mjs|js)$/.test(path) && !/\.test\.tsx?$/.test(path) && !OWN_INPUT.test(path));
const used = new Set();
const problems = [];

/** Files that one process judges. */
const AT_ONCE = 300;
const there = files.filter((path) => existsSync(join(ROOT, path)));
for (let at = 0; at < there.length; at += AT_ONCE) {
  const judged = execFileSync(process.execPath, [join(ROOT, "scripts/judge-patterns.mjs")], {
    input: there.slice(at, at + AT_ONCE).join("\n"),
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const { file, line, pattern, isLiteral, isSafe } of JSON.parse(judged))
    judge(file, line, pattern, isLiteral, isSafe);
}

function judge(file, line, pattern, isLiteral, isSafe) {
  const exception = EXCEPTIONS.find((other) => other.file === file && other.pattern === pattern);
  if (isSafe) {
    if (exception) problems.push(`${file}:${line}: ${pattern} needs no exception`);
    return;
  }
  if (exception) used.add(exception);
  else if (!isLiteral) problems.push(`${file}:${line}: ${pattern} is made while running and cannot be judged`);
  else problems.push(`${file}:${line}: ${pattern} may take more than linear time`);
}

for (const exception of EXCEPTIONS)
  if (!used.has(exception)) problems.push(`${exception.file}: the exception ${exception.pattern} is no longer needed`);

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
