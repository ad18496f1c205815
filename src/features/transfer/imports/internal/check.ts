import type { Kysely, Transaction } from "kysely";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { COLOUR_FORM } from "#features/settings/appearance/page-colours.ts";
import { DomainError } from "#shared/errors.ts";
import { isoDate } from "#shared/time.ts";
import type { Finding, Item, Read, SiteItem, TextItem } from "../../sources/items.ts";
import type { ImportItemRow } from "../../tables.ts";
import type { ImportMapping, ImportSample } from "../endpoints.ts";
import { type Counts, type Differences, NO_COUNTS, NO_DIFFERENCES, SAMPLES } from "../rules.ts";
import { addressKey, hashOf, pictureKeys, siteHostOf } from "./addresses.ts";
import { addFindings, storable } from "./findings.ts";
import { isEdited, versionsOf } from "./targets.ts";

type Trx = Transaction<Tables>;

/** What a check has found so far; stored as the position of its task. */
export type Checked = {
  /** Items read. */
  n: number;
  source: string;
  site: Omit<SiteItem, "kind">;
  counts: Counts;
  differences: Differences;
  findings: number;
  mappings: ImportMapping[];
  samples: ImportSample[];
};

export const nothingChecked = (): Checked => ({
  n: 0,
  source: "",
  site: { address: "", name: "", language: "" },
  counts: NO_COUNTS,
  differences: NO_DIFFERENCES,
  findings: 0,
  mappings: [],
  samples: [],
});

const MAX_KEY = 300;
const MAX_TITLE = 300;
const MAX_MAPPINGS = 100;

export const isText = (item: Pick<Item, "kind">): item is TextItem => item.kind === "post" || item.kind === "page";

/** The key under which an item is stored: hashed for people, and if it is too long for an index. */
export function keyOf({ kind, key }: Pick<Item, "kind" | "key">): string {
  const isPlain = kind !== "subscriber" && key.length <= MAX_KEY && !key.includes("\0") && key.isWellFormed();
  return isPlain ? key : `#${hashOf(key)}`;
}

/** How a report names an item. */
export function titleOf(item: Item): string {
  switch (item.kind) {
    case "post":
    case "page":
      return storable(item.title, MAX_TITLE) || storable(item.slug, MAX_TITLE) || item.key;
    case "author":
    case "topic":
    case "series":
      return storable(item.name, MAX_TITLE);
    case "issue":
      return storable(item.subject, MAX_TITLE) || item.key;
    case "picture":
      return storable(item.path, MAX_TITLE);
    case "redirect":
      return storable(item.from, MAX_TITLE);
    // Not the address: a report is about the list.
    case "subscriber":
      return "";
  }
}

/** What an import makes of a text: visibility never rises. */
export function wantedState(item: TextItem, now: number): { isPublished: boolean; findings: Finding[] } {
  const title = titleOf(item);
  const warn = (message: string): Finding => ({ level: "warning", item: title, message });
  const findings = item.findings.map((finding) => ({ ...finding, item: title }));
  if (item.restriction !== "") findings.push(warn(item.restriction));
  const isAhead = item.publishedAt !== null && item.publishedAt > now;
  if (item.state === "published" && isAhead)
    findings.push(warn("It was scheduled, and is a draft here. Schedule it again."));
  return { isPublished: item.state === "published" && item.restriction === "" && !isAhead, findings };
}

/** What is stored of a text besides its title. */
export type TextData = {
  isPublished: boolean;
  publishedAt: number | null;
  addresses: readonly string[];
  slug: string;
  feedId: string;
};

/** What later steps need of an item: all of it but texts, which the file still has, and people. */
function dataOf(item: Item, now: number): string {
  if (item.kind === "subscriber") return "{}";
  if (!isText(item)) return JSON.stringify(item);
  const { addresses, feedId, publishedAt, slug } = item;
  const { isPublished } = wantedState(item, now);
  const data: TextData = { isPublished, publishedAt, addresses, slug, feedId: storable(feedId, MAX_KEY) };
  return JSON.stringify(data);
}

/** The identity of a source, the same for later files of it. */
export const identityOf = (kind: string, { address, name }: Checked["site"], fileName: string): string =>
  `${kind}:${siteHostOf(address) || storable(name, MAX_KEY) || storable(fileName, MAX_KEY)}`.toLowerCase();

/** Adds the first published posts to the samples, as readers will get them; their authors and topics by key. */
export async function addSamples(content: ContentPreparer, checked: Checked, reads: readonly Read[], now: number) {
  for (const item of reads) {
    if (checked.samples.length >= SAMPLES) return;
    if (item.kind !== "post" || !wantedState(item, now).isPublished) continue;
    try {
      const prepared = await content.prepare(item.html);
      checked.samples.push({
        title: titleOf(item),
        excerpt: storable(item.excerpt, 2000),
        html: prepared.content.pageHtml,
        published: isoDate(item.publishedAt),
        authors: item.authors.map((key) => keyOf({ kind: "author", key })),
        topics: item.topics.map((key) => keyOf({ kind: "topic", key })),
      });
    } catch (error) {
      // The start reports it with the article.
      if (!(error instanceof DomainError)) throw error;
    }
  }
}

/** The samples with the names of their authors and topics, which a source may have after its texts. */
export async function namedSamples(trx: Trx, { source, samples }: Checked): Promise<ImportSample[]> {
  const namesOf = async (kind: "author" | "topic", keys: readonly string[]) => {
    const items = keys.map((key) => ({ kind, key }));
    const found = await itemsByKey(trx, source, items);
    return keys.flatMap((key) => found.get(`${kind} ${key}`)?.title || []);
  };
  const named: ImportSample[] = [];
  for (const sample of samples)
    named.push({
      ...sample,
      authors: await namesOf("author", sample.authors),
      topics: await namesOf("topic", sample.topics),
    });
  return named;
}

/** Stores what a part of a source has, and compares it with former imports; adds to `checked`. */
export async function checkPart(trx: Trx, importId: number, checked: Checked, reads: readonly Read[], now: number) {
  const findings: Finding[] = [];
  const items: Item[] = [];
  for (const read of reads) {
    if (read.kind === "finding") findings.push({ level: read.level, item: read.item, message: read.message });
    else if (read.kind === "site") checked.site = merged(checked.site, read);
    else if (read.kind === "mapping") {
      const { kind: _, ...mapping } = read;
      if (checked.mappings.length < MAX_MAPPINGS) checked.mappings.push(mapping);
    } else items.push(read);
  }
  for (const some of chunksOf(items)) findings.push(...(await checkItems(trx, importId, checked, some, now)));
  checked.counts = {
    ...checked.counts,
    skipped: checked.counts.skipped + findings.filter(({ level }) => level === "error").length,
  };
  checked.findings = await addFindings(trx, importId, checked.findings, findings);
}

const merged = (site: Checked["site"], { address, name, language }: SiteItem): Checked["site"] => ({
  address: storable(address, MAX_KEY) || site.address,
  name: storable(name, MAX_TITLE) || site.name,
  language: storable(language, 35) || site.language,
});

const COUNTED = {
  post: "posts",
  page: "pages",
  author: "authors",
  topic: "topics",
  picture: "pictures",
  subscriber: "subscribers",
  redirect: "redirects",
} as const;
const isCounted = (kind: Item["kind"]): kind is keyof typeof COUNTED => Object.hasOwn(COUNTED, kind);

const NO_COLOUR = "Its colour is not imported: only one such as #0b6e4f can be.";

async function checkItems(trx: Trx, importId: number, checked: Checked, items: readonly Item[], now: number) {
  const findings: Finding[] = [];
  const known = await itemsByKey(trx, checked.source, items);
  const fresh = new Map<string, Item>();
  for (const item of items) {
    const name = `${item.kind} ${keyOf(item)}`;
    if (fresh.has(name) || known.get(name)?.seen_by === importId) {
      if (isText(item))
        findings.push({
          level: "warning",
          item: titleOf(item),
          message: "It is in the source twice. The first one counts.",
        });
      continue;
    }
    fresh.set(name, item);
  }
  const changes = [...fresh].map(([name, item]) => ({ item, before: known.get(name) }));
  const versions = await versionsOf(trx, [...known.values()]);
  for (const { item, before } of changes) {
    if (isCounted(item.kind))
      checked.counts = { ...checked.counts, [COUNTED[item.kind]]: checked.counts[COUNTED[item.kind]] + 1 };
    if (item.kind === "topic" && item.accent && !COLOUR_FORM.test(item.accent))
      findings.push({ level: "info", item: titleOf(item), message: NO_COLOUR });
    if (!isText(item)) continue;
    const wanted = wantedState(item, now);
    findings.push(...wanted.findings);
    if (!wanted.isPublished) checked.counts = { ...checked.counts, drafts: checked.counts.drafts + 1 };
    const difference = differenceOf(item, before, versions);
    checked.differences = { ...checked.differences, [difference]: checked.differences[difference] + 1 };
  }
  await storeItems(trx, importId, checked.source, changes, now);
  await storeAddresses(
    trx,
    checked,
    changes.map(({ item }) => item),
  );
  return findings;
}

function differenceOf(
  item: TextItem,
  before: ImportItemRow | undefined,
  versions: Map<string, number>,
): keyof Differences {
  if (!before || before.is_stored === 0) return "new";
  if (isEdited(before, versions)) return "edited";
  return before.hash === hashOf(item) ? "same" : "changed";
}

/** What is known of items, by kind and key. */
export async function itemsByKey(
  trx: Kysely<Tables>,
  source: string,
  items: readonly Pick<Item, "kind" | "key">[],
): Promise<Map<string, ImportItemRow>> {
  const found = new Map<string, ImportItemRow>();
  for (const kind of new Set(items.map((item) => item.kind))) {
    const keys = new Set(items.filter((item) => item.kind === kind).map(keyOf));
    for (const some of chunksOf([...keys])) {
      const rows = await trx
        .selectFrom("import_item")
        .selectAll()
        .where("source", "=", source)
        .where("kind", "=", kind)
        .where("key", "in", some)
        .execute();
      for (const row of rows) found.set(`${row.kind} ${row.key}`, row);
    }
  }
  return found;
}

type Change = { item: Item; before: ImportItemRow | undefined };

/** Stores what a source says about items. */
export async function storeItems(trx: Trx, importId: number, source: string, changes: readonly Change[], now: number) {
  if (changes.length === 0) return;
  const rows = changes.map(({ item }) => ({
    source,
    kind: item.kind,
    key: keyOf(item),
    seen_by: importId,
    seen_hash: hashOf(item),
    title: titleOf(item),
    data: dataOf(item, now),
  }));
  await trx
    .insertInto("import_item")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["source", "kind", "key"]).doUpdateSet((eb) => ({
        seen_by: eb.ref("excluded.seen_by"),
        seen_hash: eb.ref("excluded.seen_hash"),
        title: eb.ref("excluded.title"),
        data: eb.ref("excluded.data"),
      })),
    )
    .execute();
}

/** Stores the old addresses of items, by which links and pictures are found. */
async function storeAddresses(trx: Trx, { source, site }: Checked, items: readonly Item[]): Promise<void> {
  const ids = await itemsByKey(trx, source, items);
  const host = siteHostOf(site.address);
  const rows = items.flatMap((item) => {
    const id = ids.get(`${item.kind} ${keyOf(item)}`)?.id;
    const keys =
      item.kind === "picture"
        ? item.addresses.flatMap((address) => pictureKeys(address, host))
        : "addresses" in item
          ? item.addresses.map((address) => addressKey(address, host))
          : [];
    const stored = [...new Set(keys.filter((key) => key !== null))];
    return id === undefined ? [] : stored.map((address) => ({ source, address, item_id: id }));
  });
  for (const some of chunksOf(rows))
    await trx
      .insertInto("import_address")
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
