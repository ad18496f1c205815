import { importSeries } from "#features/articles/series/commands.ts";
import { SERIES_FIELDS } from "#features/articles/series/rules.ts";
import { requestItems } from "#features/media/remote/commands.ts";
import { insertIssue } from "#features/newsletter/issues/commands.ts";
import { MAX_ARTICLES } from "#features/newsletter/issues/rules.ts";
import type { Actor } from "#shared/actor.ts";
import { DomainError } from "#shared/errors.ts";
import type { Finding, IssueItem, SeriesItem } from "../../sources/items.ts";
import type { ImportItemRow, ImportRow } from "../../tables.ts";
import { addressKey, itemsAt, pictureKeys, siteHostOf } from "./addresses.ts";
import { itemsByKey } from "./check.ts";
import type { EngineParts, Trx } from "./engine.ts";
import { storable } from "./findings.ts";
import { addressesIn } from "./links.ts";
import { storedAddress } from "./pictures.ts";
import { pathsOf } from "./redirects.ts";
import { noteAdded } from "./targets.ts";
import { absolute, type Site } from "./texts.ts";

const AT_ONCE = 50;
const MAX = { subject: 200, preview: 200, introduction: 5_000 };

type Added = { id: number } | { problem: string };

/** Adds the series and newsletter issues of a source once its articles are stored; returns what could not be. */
export async function addCollections(trx: Trx, parts: EngineParts, actor: Actor, row: ImportRow): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const kind of ["series", "issue"] as const)
    for (let after = 0; ; ) {
      const items = await nextItems(trx, row, kind, after);
      if (items.length === 0) break;
      after = items.at(-1)?.id ?? after;
      const made: { id: number; target: number }[] = [];
      for (const item of items) {
        const added = await add(trx, parts, actor, { row, item });
        if ("problem" in added) findings.push({ level: "warning", item: item.title, message: added.problem });
        else made.push({ id: item.id, target: added.id });
      }
      await noteAdded(trx, { importId: row.id, kind, version: 1 }, made);
    }
  return findings;
}

const nextItems = (trx: Trx, { id }: ImportRow, kind: "series" | "issue", after: number): Promise<ImportItemRow[]> =>
  trx
    .selectFrom("import_item")
    .selectAll()
    .where("seen_by", "=", id)
    .where("kind", "=", kind)
    .where("is_stored", "=", 0)
    .where("id", ">", after)
    .orderBy("id")
    .limit(AT_ONCE)
    .execute();

type Place = { row: ImportRow; item: ImportItemRow };

async function add(trx: Trx, parts: EngineParts, actor: Actor, { row, item }: Place): Promise<Added> {
  try {
    return item.kind === "series"
      ? await addSeries(trx, parts, actor, row, JSON.parse(item.data))
      : await addIssue(trx, parts, actor, row, JSON.parse(item.data));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { problem: error.message };
  }
}

/** The ids of the articles that posts became, by their keys. */
async function articlesOf(trx: Trx, source: string, keys: readonly string[]): Promise<Map<string, number>> {
  const items = await itemsByKey(
    trx,
    source,
    keys.map((key) => ({ kind: "post" as const, key })),
  );
  const found = [...items.values()].filter((one) => one.target_kind === "article" && one.is_stored === 1);
  return new Map(found.flatMap(({ key, target_id }) => (target_id === null ? [] : [[key, target_id] as const])));
}

async function addSeries(
  trx: Trx,
  parts: EngineParts,
  actor: Actor,
  row: ImportRow,
  { name, slug, description, picture, posts }: SeriesItem,
): Promise<Added> {
  const articles = await articlesOf(trx, row.source, posts);
  const own = await placesOf(trx, row, { pictures: [picture], links: [] });
  const id = await importSeries(
    trx,
    parts,
    actor,
    {
      name: storable(name, SERIES_FIELDS.name.max),
      slug,
      description: storable(description, SERIES_FIELDS.description.max),
      image_url: own.pictures.get(picture) ?? "",
    },
    posts.flatMap((key) => articles.get(key) ?? []),
  );
  return id === null ? { problem: "A series here has this name, and stays as it is." } : { id };
}

/** Where the pictures and links of a text lead here. */
async function placesOf(trx: Trx, row: ImportRow, given: ReturnType<typeof addressesIn>) {
  const site = JSON.parse(row.site) as Site;
  const host = siteHostOf(site.address);
  const keysOf = (address: string) => [...pictureKeys(address, host), addressKey(address, host) ?? ""].filter(Boolean);
  const ids = await itemsAt(trx, row.source, [...given.pictures, ...given.links].flatMap(keysOf));
  const items = await trx
    .selectFrom("import_item")
    .selectAll()
    .where("id", "in", [0, ...ids.values()])
    .execute();
  const places = await pathsOf(trx, items);
  for (const item of items.filter(({ kind }) => kind === "picture")) {
    const stored = await storedAddress(trx, item);
    if (stored !== undefined) places.set(item.id, stored);
  }
  const at = (address: string) => keysOf(address).flatMap((key) => places.get(ids.get(key) ?? 0) ?? [])[0];
  const pictures = given.pictures.flatMap((address) => {
    const place = at(address) ?? absolute(address, site);
    return place === "" ? [] : [[address, place] as const];
  });
  const links = given.links.flatMap((address) => {
    const place = at(address);
    return place === undefined ? [] : [[address, place] as const];
  });
  return { pictures: new Map(pictures), links: new Map(links) };
}

/** What comes before the key of an article in a text. */
const NAMED = ' data-article="';

async function addIssue(
  trx: Trx,
  parts: EngineParts,
  actor: Actor,
  row: ImportRow,
  { subject, preview, introduction, html, posts }: IssueItem,
): Promise<Added> {
  const [beginning = "", ...rest] = html.split(NAMED);
  const named = rest.map((part) => part.split('"', 1)[0] ?? "");
  const articles = await articlesOf(trx, row.source, [...posts, ...named]);
  const ends = rest.map((part, at) => `${NAMED}${articles.get(named[at] ?? "") ?? ""}${part.slice(named[at]?.length)}`);
  const own = [beginning, ...ends].join("");
  const places = await placesOf(trx, row, addressesIn(html));
  const { content } = await parts.content.prepare(
    own,
    [],
    "issue",
    { ...places, cards: new Map() },
    { isWritten: true },
  );
  await requestItems(trx, parts.clock.now(), content.remoteItems);
  const article_ids = [...new Set(posts.flatMap((key) => articles.get(key) ?? []))].slice(0, MAX_ARTICLES);
  const { id } = await insertIssue(trx, parts.clock, actor, {
    subject: storable(subject, MAX.subject),
    preview: storable(preview, MAX.preview),
    introduction: storable(introduction, MAX.introduction),
    body: html === "" ? "" : content.html,
    article_ids,
  });
  return { id };
}
