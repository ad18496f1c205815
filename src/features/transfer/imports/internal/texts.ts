import type { Kysely } from "kysely";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import type { PreparedContent } from "#features/content/derive.ts";
import { type StagedPictures, stagePictures } from "#features/media/pictures/staging.ts";
import type { CardDetails } from "#features/media/remote/rules.ts";
import { pathOfPage } from "#features/pages/rules.ts";
import { DomainError } from "#shared/errors.ts";
import { escapeText } from "#shared/html.ts";
import { pageUrl } from "#shared/urls.ts";
import { isWebAddress, MAX_ADDRESS_LENGTH } from "#shared/web-address.ts";
import type { SourceFiles } from "../../sources/files.ts";
import type { Finding, Read, TextItem } from "../../sources/items.ts";
import type { ImportItemRow } from "../../tables.ts";
import { addressKey, hashOf, itemsAt, pictureKeys, siteHostOf } from "./addresses.ts";
import { isText, itemsByKey, keyOf, titleOf } from "./check.ts";
import type { EngineParts } from "./engine.ts";
import { addressesIn } from "./links.ts";
import { type PicturePart, stageFiles } from "./pictures.ts";
import { isEdited, versionsOf } from "./targets.ts";

export type Site = { address: string; name: string; language: string };
type Run = { importId: number; source: string; site: Site };

/** A text that is ready to be stored. `isUpdate`: readers have it, so that the release changes it. */
export type ReadyText = {
  item: TextItem;
  row: ImportItemRow;
  content: PreparedContent;
  /** Pictures in its HTML, as data. */
  embedded: StagedPictures | undefined;
  picture: string;
  socialPicture: string;
  isUpdate: boolean;
};

/** What a step of a start stores. `pictureAt`: where a picture of an author or topic is now, or is to be copied from. */
export type TextPart = {
  texts: ReadyText[];
  pictures: PicturePart;
  pictureAt: (address: string) => string;
  findings: Finding[];
} & AsyncDisposable;

type Chosen = { item: TextItem; row: ImportItemRow; isUpdate: boolean };

/** Gets texts ready before the transaction that stores them: their pictures, links and content. */
export async function prepareTexts(
  parts: EngineParts,
  files: SourceFiles,
  run: Run,
  reads: readonly Read[],
): Promise<TextPart> {
  const { db } = parts.database;
  const findings: Finding[] = [];
  const chosen = await chooseTexts(db, run, textsOf(reads), findings);
  const found = await findAddresses(db, run, chosen, reads.flatMap(picturesOf));
  const pictures = await stageFiles(parts, files, found.pictureItems, found.captions);
  for (const { item, message } of pictures.problems) findings.push({ level: "warning", item: item.title, message });
  const texts: ReadyText[] = [];
  const part: TextPart = {
    texts,
    pictures,
    pictureAt: (address) =>
      ownPicture(address, siteHostOf(run.site.address), { ...found, pictures }) ?? absolute(address, run.site),
    findings,
    async [Symbol.asyncDispose]() {
      for (const { embedded } of texts) await embedded?.[Symbol.asyncDispose]();
      for (const { pictures: staged } of pictures.staged) await staged[Symbol.asyncDispose]();
    },
  };
  try {
    for (const one of chosen) {
      const ready = await prepareText(parts, run, one, { ...found, pictures }, findings);
      if (ready) texts.push(ready);
    }
  } catch (error) {
    await part[Symbol.asyncDispose]();
    throw error;
  }
  return part;
}

/** The texts that are stored: new ones, and changed ones without edits here. */
async function chooseTexts(
  db: Kysely<Tables>,
  { importId, source }: Run,
  items: readonly TextItem[],
  findings: Finding[],
): Promise<Chosen[]> {
  const rows = await itemsByKey(db, source, items);
  const versions = await versionsOf(db, [...rows.values()]);
  const chosen = new Map<number, Chosen>();
  for (const item of items) {
    const row = rows.get(`${item.kind} ${keyOf(item)}`);
    // Another text with this key, or of a file that has changed since its check.
    if (!row || row.seen_by !== importId || row.seen_hash !== hashOf(item) || chosen.has(row.id)) continue;
    if (row.is_stored === 0) chosen.set(row.id, { item, row, isUpdate: false });
    else if (isEdited(row, versions))
      findings.push({
        level: "info",
        item: row.title,
        message: "It was edited or deleted here, so it stays as it is.",
      });
    else if (row.hash !== row.seen_hash) chosen.set(row.id, { item, row, isUpdate: true });
  }
  return [...chosen.values()];
}

type Found = {
  /** Where addresses of the source's pages lead now. */
  targets: Map<string, string>;
  /** The items of pictures by address. */
  pictureIds: Map<string, number>;
  pictureItems: ImportItemRow[];
  /** The captions of texts' own pictures, by the item of the picture. */
  captions: Map<number, string>;
  addresses: Map<number, ReturnType<typeof addressesIn>>;
};

/** The pictures of what is added at the release only. */
function picturesOf(read: Read): string[] {
  if (read.kind === "issue") return addressesIn(read.html).pictures;
  return read.kind === "series" && read.picture !== "" ? [read.picture] : [];
}

async function findAddresses(
  db: Kysely<Tables>,
  { source, site }: Run,
  chosen: readonly Chosen[],
  others: readonly string[],
): Promise<Found> {
  const host = siteHostOf(site.address);
  const addresses = new Map(chosen.map(({ item, row }) => [row.id, addressesIn(item.html)]));
  const links = [...addresses.values()].flatMap((found) => found.links.flatMap((link) => addressKey(link, host) ?? []));
  const own = chosen.flatMap(({ item }) => [item.picture.address, item.socialPicture]);
  own.push(...others, ...(await picturesOfNames(db, source, chosen)));
  const shown = [...addresses.values()].flatMap((found) => [...found.pictures, ...found.links]).concat(own);
  const byPicture = await itemsAt(
    db,
    source,
    shown.flatMap((address) => pictureKeys(address, host)),
  );
  const byLink = await itemsAt(db, source, links);
  const items = await itemsById(db, [...new Set([...byPicture.values(), ...byLink.values()])]);
  const slugs = await slugsOf(db, [...items.values()]);
  const targets = new Map<string, string>();
  for (const [address, id] of byLink) {
    const path = pathOf(items.get(id), slugs);
    if (path !== undefined) targets.set(address, path);
  }
  const pictureItems = [...new Set(byPicture.values())].flatMap((id) => items.get(id) ?? []);
  const captions = new Map<number, string>();
  for (const { picture } of chosen.map(({ item }) => item)) {
    const key =
      picture.caption === "" ? undefined : pictureKeys(picture.address, host).find((one) => byPicture.has(one));
    if (key !== undefined) captions.set(byPicture.get(key) ?? 0, picture.caption);
  }
  return { targets, pictureIds: byPicture, pictureItems, captions, addresses };
}

/** The pictures of authors and topics that these texts are the first to name. */
async function picturesOfNames(db: Kysely<Tables>, source: string, chosen: readonly Chosen[]): Promise<string[]> {
  const names = chosen.flatMap(({ item: { authors, topics, section } }) => [
    ...authors.map((key) => ({ kind: "author" as const, key })),
    ...[...topics, section].map((key) => ({ kind: "topic" as const, key })),
  ]);
  const rows = [...(await itemsByKey(db, source, names)).values()].filter(({ is_stored }) => is_stored === 0);
  return rows.map(({ data }) => (JSON.parse(data) as { picture: string }).picture).filter((address) => address !== "");
}

async function itemsById(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, ImportItemRow>> {
  const found = new Map<number, ImportItemRow>();
  for (const some of chunksOf(ids))
    for (const row of await db.selectFrom("import_item").selectAll().where("id", "in", some).execute())
      found.set(row.id, row);
  return found;
}

/** The slugs of the pages that items became, by id. */
async function slugsOf(db: Kysely<Tables>, items: readonly ImportItemRow[]): Promise<Map<number, string>> {
  const ids = items.flatMap(({ target_kind, target_id }) => (target_kind === "page" && target_id ? [target_id] : []));
  const slugs = new Map<number, string>();
  for (const some of chunksOf(ids))
    for (const { id, slug } of await db.selectFrom("page").select(["id", "slug"]).where("id", "in", some).execute())
      slugs.set(id, slug);
  return slugs;
}

/** The path of what an item became. */
function pathOf(item: ImportItemRow | undefined, slugs: Map<number, string>): string | undefined {
  if (!item || item.target_id === null) return undefined;
  if (item.target_kind === "article") return pageUrl.article(item.target_id);
  const slug = item.target_kind === "page" ? slugs.get(item.target_id) : undefined;
  return slug === undefined ? undefined : pathOfPage(slug);
}

type Prepared = Found & { pictures: PicturePart };

async function prepareText(
  parts: EngineParts,
  { site }: Run,
  chosen: Chosen,
  found: Prepared,
  findings: Finding[],
): Promise<ReadyText | undefined> {
  const { item, row } = chosen;
  const host = siteHostOf(site.address);
  const own = (address: string) => ownPicture(address, host, found);
  const picture = own(item.picture.address) ?? absolute(item.picture.address, site);
  const html = item.kind === "page" && picture !== "" ? withPicture(item, picture) : item.html;
  const known = knownOf(found.addresses.get(row.id), { ...found, own, site, host });
  try {
    const surface = item.kind === "page" ? "page" : "article";
    const { content, embedded } = await prepareAll(parts, html, surface, known);
    if (item.picture.caption !== "" && picture !== "" && own(item.picture.address) === undefined)
      findings.push({
        level: "info",
        item: titleOf(item),
        message: `The caption of its picture is not copied: ${item.picture.caption}`,
      });
    return { ...chosen, content, embedded, picture, socialPicture: own(item.socialPicture) ?? "" };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    findings.push({ level: "error", item: titleOf(item), message: error.message });
    return undefined;
  }
}

type Surface = "article" | "page";
type Known = { pictures: Map<string, string>; links: Map<string, string>; cards: Map<string, CardDetails> };

async function prepareAll(parts: EngineParts, html: string, surface: Surface, known: Known) {
  const options = { isWritten: true };
  const first = await parts.content.prepare(html, [], surface, known, options);
  if (first.embedded.length === 0) return { content: first.content, embedded: undefined };
  const embedded = await stagePictures(parts, first.embedded, { embedded: first.embedded.length });
  try {
    const { content } = await parts.content.prepare(html, [...embedded.addresses], surface, known, options);
    return { content, embedded };
  } catch (error) {
    await embedded[Symbol.asyncDispose]();
    throw error;
  }
}

function ownPicture(address: string, host: string, { pictureIds, pictures }: Prepared): string | undefined {
  for (const key of pictureKeys(address, host)) {
    const id = pictureIds.get(key);
    const stored = id === undefined ? undefined : pictures.addresses.get(id);
    if (stored) return stored;
  }
  return undefined;
}

/** The complete address of a picture on another host; empty for one that has none. */
export function absolute(address: string, site: Pick<Site, "address">): string {
  const url = address.trim() === "" ? null : URL.parse(address.trim(), site.address || undefined);
  const complete = url && /^https?:$/.test(url.protocol) ? url.href : "";
  return complete.length <= MAX_ADDRESS_LENGTH && isWebAddress(complete) ? complete : "";
}

/** A page has no picture of its own: it comes first in its text. */
const withPicture = ({ picture: { alt }, html }: TextItem, address: string) =>
  `<figure><img src="${escapeText(address)}" alt="${escapeText(alt)}"></figure>${html}`;

type Lookup = Prepared & { own: (address: string) => string | undefined; site: Site; host: string };

/** Where the links and pictures of a text lead here. */
function knownOf(addresses: ReturnType<typeof addressesIn> | undefined, { targets, own, site, host }: Lookup): Known {
  const known: Known = { pictures: new Map(), links: new Map(), cards: new Map() };
  for (const address of addresses?.pictures ?? []) {
    const here = own(address) ?? (isRelative(address) ? absolute(address, site) : "");
    if (here !== "") known.pictures.set(address, here);
  }
  for (const address of addresses?.links ?? []) {
    const target = targets.get(addressKey(address, host) ?? "") ?? own(address);
    const fragment = address.includes("#") ? address.slice(address.indexOf("#")) : "";
    if (target) known.links.set(address, `${target}${fragment}`);
  }
  return known;
}

const isRelative = (address: string) => !/^[a-z][a-z0-9+.-]*:/i.test(address);

export const textsOf = (reads: readonly { kind: string }[]): TextItem[] =>
  reads.filter((read) => isText(read as TextItem)) as TextItem[];
