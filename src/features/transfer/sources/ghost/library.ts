import type { SourceEntry } from "../files.ts";
import { type Row, rowsOf } from "./rows.ts";

export type Tag = { name: string; slug: string; isInternal: boolean; row: Row };
export type User = { name: string; slug: string; row: Row };
/** What other tables have about a post. */
export type PostFacts = { tags: readonly Tag[]; authors: readonly User[]; meta: Row; isIncomplete: boolean };

const TABLES: ReadonlySet<string> = new Set([
  "settings",
  "tags",
  "users",
  "posts_tags",
  "posts_authors",
  "posts_meta",
  "newsletters",
  "products",
  "snippets",
  "members_newsletters",
  "suppressions",
]);

export const textIn = (row: Row, name: string): string => {
  const value = row[name];
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
};
export const isSet = (value: unknown): boolean => value === true || value === 1 || value === "1" || value === "true";

/** Everything in an export but its posts and members, by the keys with which they refer to it. */
export class Library {
  readonly settings = new Map<string, string>();
  readonly tags = new Map<string, Tag>();
  readonly users = new Map<string, User>();
  /** Ids of members who get a newsletter; null if the export does not say. */
  subscribed: Set<string> | null = null;
  readonly suppressed = new Set<string>();
  /** How many rows each table has. */
  readonly counts = new Map<string, number>();
  readonly #tagsOfPosts = new Links();
  readonly #authorsOfPosts = new Links();
  /** Rows of `posts_meta` as JSON, which takes a third of the memory of objects. */
  readonly #meta = new Map<string, string>();

  add(table: string, row: Row): void {
    this.counts.set(table, (this.counts.get(table) ?? 0) + 1);
    const post = textIn(row, "post_id");
    switch (table) {
      case "settings":
        this.settings.set(textIn(row, "key"), textIn(row, "value"));
        break;
      case "tags":
        this.#addTag(row);
        break;
      case "users":
        this.users.set(textIn(row, "id"), { name: textIn(row, "name"), slug: textIn(row, "slug"), row });
        break;
      case "posts_tags":
        this.#tagsOfPosts.add(post, textIn(row, "tag_id"), Number(row.sort_order) || 0);
        break;
      case "posts_authors":
        this.#authorsOfPosts.add(post, textIn(row, "author_id"), Number(row.sort_order) || 0);
        break;
      case "posts_meta":
        this.#meta.set(post, JSON.stringify(onlyGiven(row)));
        break;
      case "members_newsletters":
        this.subscribed = (this.subscribed ?? new Set()).add(textIn(row, "member_id"));
        break;
      case "suppressions":
        this.suppressed.add(textIn(row, "email").toLowerCase());
        break;
      default:
        break;
    }
  }

  #addTag(row: Row): void {
    const [name, slug] = [textIn(row, "name"), textIn(row, "slug")];
    const isInternal = row.visibility === "internal" || name.startsWith("#");
    this.tags.set(textIn(row, "id"), { name, slug, isInternal, row });
  }

  /** The facts of a post, which before Ghost 2 names one author itself. */
  factsOf(post: Row): PostFacts {
    const id = textIn(post, "id");
    const linked = this.#authorsOfPosts.of(id);
    const keys = { tags: this.#tagsOfPosts.of(id), authors: linked.length > 0 ? linked : authorIn(post) };
    const [tags, authors] = [found(this.tags, keys.tags), found(this.users, keys.authors)];
    const isIncomplete = tags.length < keys.tags.length || authors.length < keys.authors.length;
    return { tags, authors, meta: { ...post, ...JSON.parse(this.#meta.get(id) ?? "{}") }, isIncomplete };
  }
}

const authorIn = (post: Row): string[] => [textIn(post, "author_id")].filter((id) => id !== "");

/** Reads the tables that posts refer to. */
export async function readLibrary(entry: SourceEntry): Promise<Library> {
  const library = new Library();
  for await (const { table, row } of rowsOf(entry, (name) => TABLES.has(name))) library.add(table, row);
  return library;
}

const found = <Value>(all: ReadonlyMap<string, Value>, keys: readonly string[]): Value[] =>
  keys.flatMap((key) => all.get(key) ?? []);

const onlyGiven = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).filter(([name, value]) => value !== null && value !== "" && !/^(?:id|post_id)$/.test(name)),
  );

/** The ordered targets of posts, as numbers: an export has several hundred thousand of them. */
class Links {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  /** For each post, pairs of an order and a target. */
  readonly #pairs = new Map<string, number[]>();

  add(post: string, target: string, order: number): void {
    const number = this.#numbers.get(target) ?? this.#names.push(target) - 1;
    this.#numbers.set(target, number);
    const pairs = this.#pairs.get(post);
    if (pairs) pairs.push(order, number);
    else this.#pairs.set(post, [order, number]);
  }

  of(post: string): string[] {
    const pairs = this.#pairs.get(post) ?? [];
    const targets = pairs.flatMap((order, at) => (at % 2 === 0 ? [{ order, target: pairs[at + 1] ?? 0 }] : []));
    return targets.toSorted((a, b) => a.order - b.order).map(({ target }) => this.#names[target] ?? "");
  }
}
