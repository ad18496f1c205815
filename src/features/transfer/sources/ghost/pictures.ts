import type { SourceEntry, SourceFiles } from "../files.ts";
import type { PictureItem } from "../items.ts";

const FOLDER = "/content/images/";
/** Sizes and formats of a picture that Ghost makes itself. */
const VARIANT = /^(?:size\/w\d{1,5}(?:h\d{1,5})?\/)?(?:format\/[a-z]{2,5}\/)?/;
const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?|ico)$/i;

/** The pictures that a zip or folder has, by their path on the site. */
export class GhostPictures {
  readonly #entries = new Map<string, SourceEntry>();

  constructor({ entries }: SourceFiles) {
    for (const entry of entries) {
      const path = sitePath(entry.path);
      if (path !== null && PICTURE.test(path) && path === original(path)) this.#entries.set(path, entry);
    }
  }

  *items(): Iterable<PictureItem> {
    for (const [path, { path: file }] of this.#entries) {
      // Ghost stores `a_o.jpg` as uploaded, and `a.jpg`, which texts name.
      const shown = path.replace(/_o(\.[a-z]{2,5})$/i, "$1");
      if (shown !== path && this.#entries.has(shown)) continue;
      yield { kind: "picture", key: path, addresses: [path], path: file, alt: "", caption: "", credit: "" };
    }
  }

  /**
   * An address as items have it: a path for those of the site itself. Pictures of another host count as the site's own if the
   * files have them at the same path.
   */
  address(given: string): string {
    const path = given.startsWith("__GHOST_URL__") ? given.slice("__GHOST_URL__".length) || "/" : given;
    const url = path.includes(FOLDER) ? URL.parse(path, "https://site.invalid") : null;
    if (!url) return path;
    const plain = original(decoded(url.pathname));
    if (url.hostname === "site.invalid") return this.#entries.has(plain) ? plain : original(path);
    return this.#entries.has(plain) ? plain : given;
  }
}

/** The path on the site of a file at `…/content/images/…` or, in some zips, `images/…`; null for any other. */
function sitePath(path: string): string | null {
  const at = `/${path}`.indexOf(FOLDER);
  if (at !== -1) return `/${path}`.slice(at);
  return path.startsWith("images/") ? `/content/${path}` : null;
}

function original(path: string): string {
  const at = path.indexOf(FOLDER);
  if (at === -1) return path;
  const end = at + FOLDER.length;
  return path.slice(0, end) + path.slice(end).replace(VARIANT, "");
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
