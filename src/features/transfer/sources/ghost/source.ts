import { setImmediate as macrotask } from "node:timers/promises";
import { readRedirects } from "#features/addresses/redirects/import.ts";
import { InvalidError } from "#shared/errors.ts";
import { peek, readText, type SourceEntry, type SourceFiles } from "../files.ts";
import { type Read, type Source, SourceError } from "../items.ts";
import { type Library, readLibrary, textIn } from "./library.ts";
import { memberOf, membersIn, subscriberOf } from "./members.ts";
import { GhostPictures } from "./pictures.ts";
import { authorKey, type Context, postOf, topicKey } from "./posts.ts";
import { Routes } from "./routes.ts";
import { type Row, rowsOf } from "./rows.ts";

const MAX_SETTINGS_BYTES = 1024 * 1024;
/** How an export begins, in any of its forms, without white space. */
const BEGINNINGS = [
  '{"db":[{"meta":',
  '{"db":[{"data":',
  '{"meta":{"exported_on":',
  '{"meta":{"version":',
  '{"data":{"meta":',
  '{"data":{"data":',
  ...["posts", "tags", "users", "settings", "newsletters", "products", "roles", "benefits", "offers", "snippets"].map(
    (table) => `{"data":{"${table}`,
  ),
];
const nameOf = ({ path }: SourceEntry): string => path.slice(path.lastIndexOf("/") + 1).toLowerCase();
const isYaml = (name: string): boolean => name.endsWith(".yaml") || name.endsWith(".yml");
const isRedirects = (entry: SourceEntry): boolean => {
  const name = nameOf(entry);
  return name.startsWith("redirects") && (name.endsWith(".json") || isYaml(name));
};
const isMembers = (entry: SourceEntry): boolean => {
  const name = nameOf(entry);
  return name.endsWith(".csv") && (name.startsWith("members") || name.startsWith("subscribers"));
};
const isRoutes = (entry: SourceEntry): boolean => nameOf(entry).startsWith("routes") && isYaml(nameOf(entry));

/** Ghost's export: a JSON file, or a zip or folder with one and with its pictures, redirects and routes. */
export const ghostSource: Source = {
  kind: "ghost",
  label: "Ghost",
  recognises: async (files) => (await exportsIn(files)).length > 0,
  async *read(files) {
    const exports = await exportsIn(files);
    if (exports.length === 0)
      throw new SourceError("It has no export of Ghost: a JSON file from Settings → Import/Export → Export.");
    const pictures = new GhostPictures(files);
    const yaml = files.entries.find(isRoutes);
    const routesText = yaml ? await readText(yaml, MAX_SETTINGS_BYTES) : "";
    for (const entry of exports) {
      const library = await readLibrary(entry);
      const routes = new Routes(routesText, library.settings);
      yield* siteOf(library, routes);
      const context = { library, routes, address: (given: string) => pictures.address(given) };
      const authors = new Set<string>();
      yield* topicsOf(context);
      for await (const read of textsOf(entry, context)) {
        if ("authors" in read) for (const key of read.authors) authors.add(key);
        yield read;
      }
      yield* authorsOf(context, authors);
    }
    yield* pictures.items();
    const others = files.entries.filter(({ path }) => /(?:^|\/)content\/(?:files|media)\//.test(path)).length;
    if (others > 0)
      yield {
        kind: "finding",
        level: "warning",
        item: files.name,
        message: `Files that are no pictures are not imported: ${others}.`,
      };
    for (const entry of files.entries) if (isMembers(entry)) yield* membersIn(entry);
    for (const entry of files.entries) if (isRedirects(entry)) yield* redirectsOf(entry);
  },
};

async function exportsIn({ entries }: SourceFiles): Promise<SourceEntry[]> {
  const found: SourceEntry[] = [];
  for (const entry of entries) {
    if (!nameOf(entry).endsWith(".json") || isRedirects(entry)) continue;
    const start = (await peek(entry)).replace(/\s/g, "");
    if (BEGINNINGS.some((beginning) => start.startsWith(beginning))) found.push(entry);
  }
  return found;
}

function* siteOf({ settings, counts }: Library, { findings }: Routes): Iterable<Read> {
  const name = settings.get("title") ?? "";
  const language = settings.get("locale") || settings.get("lang") || settings.get("defaultLang") || "";
  yield { kind: "site", address: "", name, language: language.replaceAll("_", "-") };
  const item = name || "Site";
  for (const finding of findings) yield { kind: "finding", item, ...finding };
  const lost = (isLost: boolean, message: string): Read[] =>
    isLost ? [{ kind: "finding", level: "info", item, message }] : [];
  const has = (...names: string[]) => names.some((one) => !["", "[]", "null", undefined].includes(settings.get(one)));
  yield* lost(
    has("codeinjection_head", "codeinjection_foot", "ghost_head", "ghost_foot"),
    "Injected code of the site is not imported.",
  );
  yield* lost(has("navigation", "secondary_navigation"), "Its navigation is not imported: set up the menus here.");
  yield* lost((counts.get("products") ?? 0) > 1, "Its tiers and prices are not imported.");
  yield* lost((counts.get("newsletters") ?? 0) > 1, "Its newsletters become one list of subscribers.");
  yield* lost((counts.get("snippets") ?? 0) > 0, "Its snippets are not imported.");
}

function* topicsOf({ library, routes, address }: Context): Iterable<Read> {
  for (const tag of library.tags.values()) {
    if (tag.isInternal || tag.slug === "") continue;
    yield {
      kind: "topic",
      key: topicKey(tag.slug),
      name: tag.name,
      slug: tag.slug,
      description: textIn(tag.row, "description"),
      picture: address(textIn(tag.row, "feature_image") || textIn(tag.row, "image")),
      accent: textIn(tag.row, "accent_color"),
      addresses: [routes.ofTag(tag)],
    };
    yield* lostOf("tag", tag.name, tag.row, TAG_FIELDS);
  }
}

/** The users whom posts name: others are people who only work on the site. */
function* authorsOf({ library, routes, address }: Context, named: ReadonlySet<string>): Iterable<Read> {
  for (const user of library.users.values()) {
    if (!named.has(authorKey(user))) continue;
    const picture = address(textIn(user.row, "profile_image") || textIn(user.row, "image"));
    yield {
      kind: "author",
      key: authorKey(user),
      name: user.name,
      slug: user.slug,
      bio: textIn(user.row, "bio"),
      picture,
      addresses: [routes.ofAuthor(user)],
    };
    yield* lostOf("author", user.name, user.row, USER_FIELDS);
  }
}

const NETWORKS = "twitter facebook threads bluesky mastodon tiktok youtube instagram linkedin".split(" ");
const USER_FIELDS = ["website", "location", ...NETWORKS, "cover_image", "meta_title", "meta_description"];
const TAG_FIELDS = [
  "meta_title",
  "meta_description",
  ...["og_title", "og_description", "og_image", "twitter_title", "twitter_description", "twitter_image"],
  ...["canonical_url", "codeinjection_head", "codeinjection_foot"],
];

function* lostOf(what: string, item: string, row: Row, fields: readonly string[]): Iterable<Read> {
  const lost = fields.filter((name) => textIn(row, name) !== "").map((name) => name.replaceAll("_", " "));
  if (lost.length === 0) return;
  yield { kind: "finding", level: "info", item, message: `Not imported of the ${what}: ${lost.join(", ")}.` };
}

/** The longest that a text keeps the event loop, in milliseconds, before others get their turn. */
const TURN_MS = 20;

async function* textsOf(entry: SourceEntry, context: Context): AsyncIterable<Read> {
  const keys = new Set<string>();
  let turn = performance.now();
  for await (const { table, row } of rowsOf(entry, (name) => ["posts", "members", "subscribers"].includes(name))) {
    if (table === "posts") yield* textOf(row, context, keys);
    else yield table === "members" ? memberOf(row, context.library) : subscriberOf(row);
    if (performance.now() - turn < TURN_MS) continue;
    await macrotask();
    turn = performance.now();
  }
}

function* textOf(row: Row, context: Context, keys: Set<string>): Iterable<Read> {
  const text = postOf(row, context);
  if (text.key === "") {
    yield { kind: "finding", level: "error", item: text.title, message: "It has neither an id nor a slug." };
    return;
  }
  const key = keys.has(text.key) ? `${text.key}:${textIn(row, "id") || keys.size}` : text.key;
  keys.add(key);
  yield { ...text, key };
}

async function* redirectsOf(entry: SourceEntry): AsyncIterable<Read> {
  try {
    for (const line of readRedirects(await readText(entry, MAX_SETTINGS_BYTES), "ghost")) {
      if ("why" in line)
        yield { kind: "finding", level: "warning", item: line.from || `${entry.path}:${line.line}`, message: line.why };
      else {
        const { from, to = "", code } = line.body;
        yield { kind: "redirect", key: from, from, to, code };
      }
    }
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    yield { kind: "finding", level: "warning", item: entry.path, message: error.message };
  }
}
