import { editorClientOf } from "#shared/editor-client.ts";
import type { Import, ImportEndpoints, ListedImport } from "../endpoints.ts";
import type { ImportState } from "../rules.ts";

export const imports = editorClientOf<ImportEndpoints>();

export const importOf = (id: number) => imports.query("GET /imports/:id", { params: { id } });

/** How often the progress of an import is fetched, in milliseconds. */
export const POLL_INTERVAL_MS = 1_000;

export const KIND_LABELS: Record<NonNullable<Import["kind"]>, string> = {
  jarida: "Jarida",
  ghost: "Ghost",
  wordpress: "WordPress",
  substack: "Substack",
  beehiiv: "beehiiv",
  medium: "Medium",
  markdown: "Markdown",
  feed: "Feed (RSS, Atom, JSON)",
  redirects: "Redirects",
  subscribers: "Subscribers (CSV)",
};

export const STATE_WORDS: Record<ImportState, string> = {
  reading: "Being checked",
  checked: "Checked, nothing stored",
  importing: "Being stored",
  staged: "Stored, for editors only",
  released: "Released",
  undone: "Undone",
  failed: "Failed",
};

/** The state in words; work that goes on comes first. */
export function stateWords({ state, progress }: Pick<ListedImport, "state" | "progress">): string {
  if (progress?.work === "release") return "Being released";
  if (progress?.work === "undo") return "Being undone";
  return STATE_WORDS[state];
}

const NOUNS = [
  ["posts", "post"],
  ["pages", "page"],
  ["topics", "topic"],
  ["authors", "author"],
  ["pictures", "picture"],
  ["subscribers", "subscriber"],
  ["redirects", "redirect"],
] as const;

/** "1,204 posts, 8 pages and 31 topics". */
export function countWords(counts: Import["counts"]): string {
  const parts = NOUNS.filter(([name]) => counts[name] > 0).map(
    ([name, noun]) => `${counts[name].toLocaleString("en")} ${noun}${counts[name] === 1 ? "" : "s"}`,
  );
  return parts.length === 0 ? "Nothing" : new Intl.ListFormat("en").format(parts);
}

/** A duration in words, rounded up to what matters: "20 seconds", "3 minutes", "2 hours". */
export function durationWords(seconds: number): string {
  const [count, unit] =
    seconds < 90
      ? [Math.max(5, Math.ceil(seconds / 5) * 5), "second"]
      : seconds < 90 * 60
        ? [Math.ceil(seconds / 60), "minute"]
        : [Math.ceil(seconds / 3600), "hour"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
