import { DAY } from "#shared/time.ts";

export const IMPORT_STATES = ["reading", "checked", "importing", "staged", "released", "undone", "failed"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** What a task does with an import. */
export type Work = "check" | "start" | "release" | "undo";

/** The kind of a task: one that reads the file needs a process with its folder, and any process can do the others. */
export const taskKindOf = ({ node, work }: { node: string; work: Work | "" }): string =>
  isReading(work) ? `import-${node}` : "import";

export const isReading = (work: Work | ""): boolean => work === "check" || work === "start";

/** The largest file, in bytes. */
export const MAX_FILE_BYTES = 2 * 1024 ** 3;

/** Lines of a report that are stored; the others are counted. */
export const MAX_FINDINGS = 100_000;

/** How long the file of an unfinished import is stored. */
export const FILE_TTL_MS = 30 * DAY;

/** Articles of a report that show what the import makes of them. */
export const SAMPLES = 5;

export const NO_IMPORT = "Import not found.";
export const BUSY = "Another import is running. Wait until it has finished, or cancel it.";
export const CANCELLED = "The import was cancelled.";

/** The counts of a report, by what an import stores. */
export const NO_COUNTS = {
  posts: 0,
  pages: 0,
  drafts: 0,
  topics: 0,
  authors: 0,
  pictures: 0,
  subscribers: 0,
  redirects: 0,
  skipped: 0,
};
export type Counts = typeof NO_COUNTS;

/** The posts and pages of a source, compared with what former imports stored of it. */
export const NO_DIFFERENCES = { new: 0, changed: 0, same: 0, edited: 0 };
export type Differences = typeof NO_DIFFERENCES;
