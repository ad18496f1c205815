import { DAY } from "#shared/time.ts";

/** The formats of exports, for other systems and for people. */
export const EXPORT_FORMATS = ["ghost", "wordpress", "markdown", "jsonl"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** How a format is called, what reads it, and what it holds and loses, in sentences for the person who chooses. */
export const FORMAT_FACTS: Readonly<Record<ExportFormat, { label: string; holds: string; loses: string }>> = {
  jsonl: {
    label: "JSON Lines",
    holds:
      "Everything, for programs and for another Jarida: all documents with their drafts, versions and public record, topics, authors, series, redirects, menus, settings and pictures.",
    loses: "Accounts, notes and reviews of editors, mails, the trash and the audit log.",
  },
  markdown: {
    label: "Markdown",
    holds:
      "One file for each article and page, with its fields as YAML, and the pictures: for Hugo, Astro, Jekyll or any editor. Blocks that Markdown lacks are HTML.",
    loses: "Newsletter issues, versions, the public record, private sources and settings.",
  },
  wordpress: {
    label: "WordPress",
    holds: "Articles, pages, authors, categories, tags and pictures in a WXR file for WordPress' importer.",
    loses:
      "Newsletter issues, versions, the public record, series, redirects, languages, private sources and settings.",
  },
  ghost: {
    label: "Ghost",
    holds: "Articles, pages, authors, tags and pictures in a zip that Ghost's importer reads.",
    loses: "Newsletter issues, versions, the public record, series, private sources and most settings.",
  },
};

/** How long the zip of an export can be downloaded, in milliseconds. */
export const EXPORT_TTL_MS = 7 * DAY;

export const NO_EXPORT = "Export not found.";
export const NOT_HERE = "The file of this export is not on the machine that responded.";
export const EXPORT_RUNNING = "An export is running. Wait until it has finished, or delete it.";

/** What the format can't hold of a publication: how many, and what they are, as in "3 newsletter issues". */
export type Loss = { count: number; what: string };
/** What an export holds, by kind, and what it lacks. */
export type ExportReport = { counts: Record<string, number>; losses: Loss[] };

/** The name of a downloaded zip. `startedAt`: epoch milliseconds. */
export const downloadName = (format: ExportFormat, startedAt: number): string =>
  `${format}-${new Date(startedAt).toISOString().slice(0, 10)}.zip`;
