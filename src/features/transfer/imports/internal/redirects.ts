import { type RedirectStore, storeImported } from "#features/addresses/redirects/commands.ts";
import { hasRoute, numberedAddress } from "#features/addresses/redirects/rules.ts";
import { pathKey } from "#features/addresses/rules.ts";
import { shownSlug } from "#features/articles/slug.ts";
import { pathOfPage } from "#features/pages/rules.ts";
import { readAddressSite } from "#features/settings/queries.ts";
import { articlePath } from "#shared/page.ts";
import { documentUrl, pageUrl } from "#shared/urls.ts";
import type { Finding, RedirectItem, TopicItem } from "../../sources/items.ts";
import type { ImportItemRow, ImportRow } from "../../tables.ts";
import { addressKey, itemsAt, siteHostOf } from "./addresses.ts";
import type { TextData } from "./check.ts";
import type { EngineParts, Trx } from "./engine.ts";
import { noteAdded } from "./targets.ts";
import type { Site } from "./texts.ts";

const AT_ONCE = 200;

const hostOf = (row: ImportRow) => siteHostOf((JSON.parse(row.site) as Site).address);

/** The path or number of an old address on the source's own site; undefined for any other. */
function oldPath(address: string, host: string): string | undefined {
  const key = addressKey(address, host);
  if (key === null || !key.startsWith("/") || key === "/") return undefined;
  if (key.includes("?")) return numberedAddress(key);
  const path = URL.parse(address.trim(), "https://site.invalid/")?.pathname;
  return path && path.length > 1 ? path.replace(/\/$/, "") || undefined : undefined;
}

/** Where the items of texts, topics and authors are now, by item. */
export async function pathsOf(trx: Trx, items: readonly ImportItemRow[]): Promise<Map<number, string>> {
  const addresses = await readAddressSite(trx);
  const ids = (kind: ImportItemRow["target_kind"]) => [
    0,
    ...items.flatMap(({ target_kind, target_id }) => (target_kind === kind && target_id !== null ? [target_id] : [])),
  ];
  const articles = await trx
    .selectFrom("article")
    .select(["id", "title", "slug"])
    .where("id", "in", ids("article"))
    .execute();
  const pages = await trx.selectFrom("page").select(["id", "slug"]).where("id", "in", ids("page")).execute();
  const topics = await trx.selectFrom("topic").select(["id", "slug"]).where("id", "in", ids("topic")).execute();
  const categories = await trx
    .selectFrom("category")
    .select(["id", "slug"])
    .where("id", "in", ids("category"))
    .execute();
  const series = await trx.selectFrom("series").select(["id", "slug"]).where("id", "in", ids("series")).execute();
  const authors = await trx.selectFrom("account").select(["id", "slug"]).where("id", "in", ids("author")).execute();
  const found = new Map<string, string>([
    ...articles.map(
      (row) => [`article ${row.id}`, articlePath(addresses, { id: row.id, slug: shownSlug(row) })] as const,
    ),
    ...pages.map(({ id, slug }) => [`page ${id}`, pathOfPage(slug)] as const),
    ...topics.map(({ id, slug }) => [`topic ${id}`, documentUrl.topic(slug)] as const),
    ...authors.flatMap(({ id, slug }) => (slug ? [[`author ${id}`, documentUrl.author(slug)] as const] : [])),
    ...series.map(({ id, slug }) => [`series ${id}`, documentUrl.series(slug)] as const),
    ...categories.map(({ id, slug }) => [`category ${id}`, pageUrl.category(slug)] as const),
  ]);
  return new Map(
    items.flatMap(({ id, target_kind, target_id }) => {
      const path = found.get(`${target_kind} ${target_id}`);
      return path === undefined ? [] : [[id, path] as const];
    }),
  );
}

/** Redirects the old addresses of items to where they are now, in one step; returns what could not be. */
export async function redirectTexts(
  trx: Trx,
  store: RedirectStore,
  row: ImportRow,
  items: readonly ImportItemRow[],
): Promise<Finding[]> {
  const host = hostOf(row);
  const paths = await pathsOf(trx, items);
  const findings: Finding[] = [];
  const wanted = new Map<string, { to: string; title: string; from: string }>();
  for (const item of items) {
    const to = paths.get(item.id);
    const { addresses = [] } = JSON.parse(item.data) as Partial<Pick<TextData | TopicItem, "addresses">>;
    for (const address of to === undefined ? [] : addresses) {
      const from = oldPath(address, host);
      if (from === undefined || pathKey(from) === pathKey(to ?? "")) continue;
      if (numberedAddress(from) === undefined && hasRoute(from))
        findings.push({
          level: "warning",
          item: item.title,
          message: `Its old address ${from} belongs to a page of this site, so it is not redirected.`,
        });
      else wanted.set(pathKey(from), { from, to: to ?? "", title: item.title });
    }
  }
  const list = [...wanted.values()];
  const bodies = list.map(({ from, to }) => ({ from, to, code: 301 as const, reason: "" }));
  const { skipped } = await storeImported(trx, store, bodies, { replaces: false });
  for (const { at, why } of skipped) {
    const { from = "", title = "" } = list[at] ?? {};
    findings.push({ level: "warning", item: title, message: `Its old address ${from} is not redirected. ${why}` });
  }
  return findings;
}

/** Redirects the old addresses of topics and authors, and adds the source's own redirects. */
export async function redirectRest(trx: Trx, parts: EngineParts, row: ImportRow): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const kind of ["topic", "author", "series", "redirect"] as const)
    for (let after = 0; ; ) {
      const items = await nextItems(trx, row, kind, after);
      if (items.length === 0) break;
      after = items.at(-1)?.id ?? after;
      const found =
        kind === "redirect" ? await addOwn(trx, parts, row, items) : await redirectTexts(trx, parts, row, items);
      findings.push(...found);
    }
  return findings;
}

const nextItems = (
  trx: Trx,
  { id }: ImportRow,
  kind: "topic" | "author" | "series" | "redirect",
  after: number,
): Promise<ImportItemRow[]> =>
  trx
    .selectFrom("import_item")
    .selectAll()
    .where("seen_by", "=", id)
    .where("kind", "=", kind)
    .where("id", ">", after)
    .where("is_stored", "=", kind === "redirect" ? 0 : 1)
    .orderBy("id")
    .limit(AT_ONCE)
    .execute();

/** The source's own redirects: those to its posts lead to where these are now. */
async function addOwn(
  trx: Trx,
  parts: EngineParts,
  row: ImportRow,
  items: readonly ImportItemRow[],
): Promise<Finding[]> {
  const host = hostOf(row);
  const redirects = items.map((item) => ({ item, given: JSON.parse(item.data) as RedirectItem }));
  const keys = redirects.flatMap(({ given }) => addressKey(given.to, host) ?? []);
  const targets = await itemsAt(trx, row.source, keys);
  const rows = await trx
    .selectFrom("import_item")
    .selectAll()
    .where("id", "in", [0, ...targets.values()])
    .execute();
  const paths = await pathsOf(trx, rows);
  const wanted = redirects.flatMap(({ item, given: { from, to, code } }) => {
    const target = paths.get(targets.get(addressKey(to, host) ?? "") ?? 0);
    const known = code === 302 || code === 410 || code === 451 ? code : 301;
    const body = { from: ownPart(from, host), to: target ?? ownPart(to, host), code: known as 301, reason: "" };
    return pathKey(body.from) === pathKey(body.to) ? [] : [{ item, body }];
  });
  const { stored, skipped } = await storeImported(
    trx,
    parts,
    wanted.map(({ body }) => body),
    { replaces: false },
  );
  const made = wanted.flatMap(({ item: { id }, body: { from } }) => {
    const target = stored.get(from);
    return target === undefined ? [] : [{ id, target }];
  });
  await noteAdded(trx, { importId: row.id, kind: "redirect" }, made);
  return skipped.map(({ at, why }) => ({ level: "warning", item: wanted[at]?.body.from ?? "", message: why }));
}

/** An address of the source's own site as a path. */
function ownPart(address: string, host: string): string {
  const url = host === "" || !/^https?:/i.test(address) ? null : URL.parse(address);
  return url && siteHostOf(url.href) === host ? url.pathname + url.search + url.hash : address;
}
