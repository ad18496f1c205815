import { beehiivSource } from "./beehiiv/source.ts";
import { feedSource } from "./feed/source.ts";
import type { SourceFiles } from "./files.ts";
import { ghostSource } from "./ghost/source.ts";
import { type ImportKind, type Source, SourceError } from "./items.ts";
import { jaridaSource } from "./jarida/source.ts";
import { markdownSource } from "./markdown/source.ts";
import { mediumSource } from "./medium/source.ts";
import { redirectsSource } from "./redirects/source.ts";
import { subscribersSource } from "./subscribers/source.ts";
import { substackSource } from "./substack/source.ts";
import { wordpressSource } from "./wordpress/source.ts";

/** All kinds of files that can be imported, in the order in which they are tried: the most particular ones first. */
export const SOURCES: readonly Source[] = [
  jaridaSource,
  wordpressSource,
  ghostSource,
  substackSource,
  mediumSource,
  beehiivSource,
  feedSource,
  // The folder of a site may have redirects.
  markdownSource,
  redirectsSource,
  subscribersSource,
];

/** The source of a kind, or of the first kind that recognises the files. Throws SourceError if none does. */
export async function findSource(files: SourceFiles, kind?: ImportKind): Promise<Source> {
  for (const source of SOURCES) {
    if (kind ? source.kind === kind : await source.recognises(files)) return source;
  }
  throw new SourceError("The kind of file was not recognized. Choose it from the list.");
}
