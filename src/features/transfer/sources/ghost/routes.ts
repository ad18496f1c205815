import { parse } from "yaml";
import type { Finding } from "../items.ts";
import type { Tag, User } from "./library.ts";

/** What the addresses of a post depend on. */
export type Placed = {
  id: string;
  slug: string;
  publishedAt: number | null;
  isFeatured: boolean;
  tags: readonly Tag[];
  authors: readonly User[];
};

type Collection = { permalink: string; filter: string };

/** Where a site had its posts and tags: `routes.yaml`, a setting before Ghost 2, or what every new site has. */
export class Routes {
  readonly findings: Omit<Finding, "item">[] = [];
  readonly #dates: Intl.DateTimeFormat;
  #collections: Collection[] = [{ permalink: "/{slug}/", filter: "" }];
  #tag = "/tag/{slug}/";
  #author = "/author/{slug}/";

  constructor(yaml: string, settings: ReadonlyMap<string, string>) {
    this.#dates = datesIn(settings.get("timezone") || settings.get("activeTimezone") || "UTC");
    // Old settings write `:slug`.
    const setting = settings.get("permalinks")?.replace(/:([a-z]+)/g, "{$1}");
    if (setting?.includes("{slug}") || setting?.includes("{id}"))
      this.#collections = [{ permalink: setting, filter: "" }];
    if (yaml !== "") this.#readYaml(yaml);
  }

  #readYaml(text: string): void {
    let given: Record<string, unknown>;
    try {
      given = Object(parse(text));
    } catch {
      this.findings.push({ level: "warning", message: "routes.yaml is not valid: posts are expected at /slug/." });
      return;
    }
    const collections = Object.values(Object(given.collections)).flatMap((one): Collection[] => {
      const { permalink, filter } = Object(one);
      return typeof permalink === "string" ? [{ permalink, filter: typeof filter === "string" ? filter : "" }] : [];
    });
    if (collections.length > 0) this.#collections = collections;
    const { tag, author } = Object(given.taxonomies);
    if (typeof tag === "string") this.#tag = tag;
    if (typeof author === "string") this.#author = author;
    for (const path of Object.keys(Object(given.routes)))
      this.findings.push({
        level: "warning",
        message: `The address ${path.slice(0, 200)} of routes.yaml is not imported.`,
      });
  }

  /** The addresses of a post: more than one if the filter of a collection is not understood. */
  ofPost(post: Placed): string[] {
    const addresses: string[] = [];
    for (const { permalink, filter } of this.#collections) {
      const fits = filter === "" || matches(filter, post);
      if (fits !== false) addresses.push(this.#fill(permalink, post));
      if (fits === true) break;
    }
    return addresses.length > 0 ? addresses : [`/${post.slug}/`];
  }

  /** The tag that is a post's category: the one that its collection is made of, or else its first one. */
  sectionOf(post: Placed): Tag | undefined {
    const collection = this.#collections.find(({ filter }) => filter === "" || matches(filter, post) === true);
    const visible = post.tags.filter(({ isInternal }) => !isInternal);
    const slug = /^(?:primary_)?tags?:\s*['"]?([\w-]{1,200})['"]?$/.exec(collection?.filter.trim() ?? "")?.[1];
    return visible.find((tag) => tag.slug === slug) ?? visible[0];
  }

  ofTag({ slug }: Tag): string {
    return this.#tag.replace("{slug}", slug);
  }

  ofAuthor({ slug }: User): string {
    return this.#author.replace("{slug}", slug);
  }

  #fill(permalink: string, { id, slug, publishedAt, tags, authors }: Placed): string {
    const hasDate = publishedAt !== null && /\{(?:year|month|day)\}/.test(permalink);
    const date = hasDate ? this.#dates.formatToParts(publishedAt).map(({ type, value }) => [type, value]) : [];
    const author = authors[0]?.slug ?? "author";
    const parts: Record<string, string | undefined> = {
      slug,
      id,
      ...Object.fromEntries(date),
      author,
      primary_author: author,
      primary_tag: tags.find(({ isInternal }) => !isInternal)?.slug ?? "all",
    };
    return permalink.replace(/\{([a-z_]{1,20})\}/g, (whole, name: string) => parts[name] ?? whole);
  }
}

/** Dates as addresses have them; in UTC for a zone that is unknown. */
function datesIn(zone: string): Intl.DateTimeFormat {
  const options = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  try {
    return new Intl.DateTimeFormat("en", { ...options, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat("en", { ...options, timeZone: "UTC" });
  }
}

/** Whether a post is in a collection; null for a filter that is more than a list of conditions. */
function matches(filter: string, post: Placed): boolean | null {
  if (/[()~<>]/.test(filter)) return null;
  const some = filter.split(",").map((all) => all.split("+").map((condition) => holds(condition.trim(), post)));
  const known = some.map((all) => (all.includes(false) ? false : all.includes(null) ? null : true));
  return known.includes(true) ? true : known.includes(null) ? null : false;
}

function holds(condition: string, post: Placed): boolean | null {
  const [, name, not, value = ""] = /^([a-z_]{1,30}):\s*(-?)['"]?([\w#-]{1,200})['"]?$/.exec(condition) ?? [];
  const slugs = fieldOf(name, post);
  if (slugs === null) return null;
  // Ghost's slugs of internal tags begin with `hash-`.
  return slugs.includes(value.replace(/^#/, "hash-")) !== (not === "-");
}

function fieldOf(name: string | undefined, { tags, authors, isFeatured }: Placed): string[] | null {
  switch (name) {
    case "tag":
    case "tags":
      return tags.map(({ slug }) => slug);
    case "primary_tag":
      return tags
        .filter(({ isInternal }) => !isInternal)
        .slice(0, 1)
        .map(({ slug }) => slug);
    case "author":
    case "authors":
      return authors.map(({ slug }) => slug);
    case "primary_author":
      return authors.slice(0, 1).map(({ slug }) => slug);
    case "featured":
      return [String(isFeatured)];
    default:
      return null;
  }
}
