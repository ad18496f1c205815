import { readFileSync, statSync } from "node:fs";
import defaults from "../../../../publication.json" with { type: "json" };
import { type Publication, publication, publicationFile } from "./endpoints.ts";

const MAX_BYTES = 256 * 1024;

/**
 * The texts of `publication.json`, with full parts (`home`, `contact`, `about`, `advertise`) replaced by the operator's
 * own file, if there is one. `{name}` becomes the publication's name. Throws an Error whose message is one line that
 * locates the fault.
 */
export function readPublication(siteName: string, ownFile?: string): Publication {
  const own = ownFile === undefined ? {} : readOwn(ownFile);
  return publication.parse(named({ ...defaults, ...own }, siteName));
}

function readOwn(path: string): object {
  if (statSync(path).size > MAX_BYTES) throw new Error(`${path} is larger than ${MAX_BYTES / 1024} KiB`);
  const parsed = publicationFile.safeParse(readJson(readFileSync(path, "utf8"), path));
  if (parsed.success) return parsed.data;
  const { path: place = [], message = "is not valid" } = parsed.error.issues[0] ?? {};
  throw new Error(`${path}: ${place.join(".") || "the file"}: ${message}`);
}

function readJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is not JSON: ${(error as Error).message}`);
  }
}

/** Replaces `{name}` in all texts of a value. */
function named(value: unknown, name: string): unknown {
  if (typeof value === "string") return value.replaceAll("{name}", () => name);
  if (Array.isArray(value)) return value.map((item) => named(item, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, named(inner, name)]));
}
