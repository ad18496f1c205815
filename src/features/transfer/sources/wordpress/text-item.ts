import { canonicalLanguage } from "#shared/language.ts";
import { convertHtml } from "../html.ts";
import { type Finding, NEW_TEXT, type TextItem } from "../items.ts";
import { BodyError, footnotesIn, readBody } from "./body.ts";
import { builderHtml, ELEMENTOR_DATA } from "./elementor.ts";
import { wordpressRule } from "./html-rule.ts";
import { seoOf } from "./seo.ts";
import { type Author, authorKey, isAuthorTaxonomy, nameOf, type SiteIndex, slugOf } from "./site-index.ts";
import { restrictionOf, stateOf, type TextKind } from "./text-kind.ts";
import { topicsOf, type UsedTerm } from "./topics.ts";
import { dateOf, decoded, plainText, rssDateOf, siteKeyOf } from "./values.ts";
import type { WxrItem } from "./wxr.ts";

/** The site that a text is from: its address without `/` at the end, empty if unknown. */
export type Place = { address: string; index: SiteIndex };

/** A text with what it refers to. */
export type ReadText = { text: TextItem; authors: Author[]; topics: UsedTerm[] };

type Level = Finding["level"];
const MAX_FIELDS = 10;
const MAX_FINDINGS = 100;
/** In galleries and shortcodes of one text. */
const MAX_PICTURES = 2000;

/** How a text is called in findings. */
export const labelOf = ({ fields }: WxrItem): string =>
  plainText(fields.get("title") ?? "").slice(0, 200) ||
  fields.get("link") ||
  `Number ${fields.get("wp:post_id") || "?"}`;

/** Unique among all sites in the files, and the same in a later export. */
export function keyOf({ fields }: WxrItem, { address }: Place): string {
  const own = fields.get("wp:post_id") || fields.get("guid") || fields.get("link") || "";
  const known = own || `${fields.get("title") ?? ""} ${fields.get("pubDate") ?? ""}`;
  return `${siteKeyOf(address)}#${known}`.slice(0, 500);
}

/** A post or page. Throws BodyError if its text cannot be read. */
export function textItemOf(item: WxrItem, given: TextKind, place: Place): ReadText {
  const findings = new Map<string, Level>();
  const note = (message: string, level: Level = "info") => findings.set(message, level);
  const { index } = place;
  const isOwn = (address: string) => hostOf(address) === hostOf(place.address) && hostOf(address) !== "";
  const authors = authorsOf(item, index);
  const topics = topicsOf(item, place, note);
  const body = bodyOf(item, index);
  for (const { level, message } of body.findings) note(message, level);
  noteRest(item, note);
  const terms = topics.used.flatMap(({ id, slug, name }) => [id, slug.toLowerCase(), name.toLowerCase()]);
  const limited = topics.used.find(({ limit }) => limit !== "");
  const restriction =
    restrictionOf(item, index, given.kind, terms) ||
    body.restriction ||
    (limited ? `The field “${limited.limit}” of “${limited.name}” says that not everyone could read it.` : "");
  const state = stateOf(item, given, note);
  const { fields } = item;
  const text: TextItem = {
    ...NEW_TEXT,
    kind: given.kind,
    key: keyOf(item, place),
    title: plainText(fields.get("title") ?? ""),
    slug: decoded(fields.get("wp:post_name") ?? ""),
    excerpt: plainText(fields.get("excerpt:encoded") ?? "") || body.teaser,
    html: body.html,
    state: restriction === "" ? state : "draft",
    restriction,
    ...datesOf(item, index, state, note),
    addresses: addressesOf(item, place, isOwn),
    feedId: fields.get("guid") ?? "",
    authors: authors.map(({ key }) => key),
    topics: topics.used.map(({ key }) => key),
    section: topics.section,
    picture: pictureOf(item, index, note),
    ...seoOf(item.meta, isOwn, note),
    language: canonicalLanguage(topics.language.replaceAll("_", "-")) ?? "",
    isFeatured: fields.get("wp:is_sticky") === "1",
    findings: [],
  };
  return {
    text: { ...text, findings: [...findings].slice(0, MAX_FINDINGS).map(([message, level]) => ({ level, message })) },
    authors,
    topics: topics.used,
  };
}

const hostOf = (address: string): string => URL.parse(address)?.host.replace(/^www\./, "") ?? "";

function bodyOf(item: WxrItem, index: SiteIndex) {
  const id = item.fields.get("wp:post_id") ?? "";
  const footnotes = item.meta.get("footnotes")?.[0] ?? "";
  // A short list of numbers must not become a long text.
  let used = 0;
  const around = {
    attachment: (one: string) => (++used > MAX_PICTURES ? undefined : index.attachment(one)),
    ownPictures: () =>
      used > MAX_PICTURES
        ? []
        : index
            .attachmentsOf(id)
            .filter(() => ++used <= MAX_PICTURES)
            .filter(({ address }) => /\.(?:jpe?g|png|gif|webp|avif)$/i.test(address)),
    block: (one: string) => index.block(one),
    footnotes,
  };
  const given = item.fields.get("content:encoded") ?? "";
  const isElementor = item.meta.has(ELEMENTOR_DATA);
  let body = readBody(given, around, !isElementor);
  if (isElementor && given !== "") body.notes.name("builder", "Elementor");
  if (body.html.trim() === "") {
    const built = builderHtml(item.meta, body.notes);
    if (built !== "") body = { ...readBody(built, around), notes: body.notes };
  }
  const rule = wordpressRule(footnotesIn(footnotes).map((one) => one.id));
  const converted = convertHtml(body.html + enclosureOf(item, given), rule);
  return {
    html: converted.html,
    findings: [...body.notes.findings(), ...converted.findings],
    restriction: body.notes.restriction,
    teaser: body.teaser,
  };
}

/** The file of a podcast that the text does not show itself. */
function enclosureOf({ meta }: WxrItem, html: string): string {
  const [address = "", , type = ""] = (meta.get("enclosure")?.[0] ?? "").split("\n").map((line) => line.trim());
  const element = /^(audio|video)\//.exec(type)?.[1];
  const isShown = address === "" || html.includes(address) || !/^https?:\/\/[^\s"<>]{1,2000}$/.test(address);
  return element === undefined || isShown ? "" : `<${element} src="${address}"></${element}>`;
}

function datesOf(
  item: WxrItem,
  { offsets }: SiteIndex,
  state: TextItem["state"],
  note: (message: string, level: Level) => void,
) {
  const field = (name: string) => item.fields.get(`wp:${name}`) ?? "";
  const local = field("post_date");
  // Other programs write dates in other forms; zeros are no date.
  const other = () => (/^0000/.test(local) ? null : rssDateOf(item.fields.get("pubDate") ?? ""));
  const published = dateOf(field("post_date_gmt")) ?? offsets.utc(local) ?? other();
  if (published === null && state === "published") note("It has no valid date.", "warning");
  return {
    publishedAt: published,
    updatedAt: dateOf(field("post_modified_gmt")) ?? offsets.utc(field("post_modified")),
  };
}

/** Where readers had it: its address, those of its former slugs, its number, and the pages of its attachments. */
function addressesOf(item: WxrItem, { address, index }: Place, isOwn: (address: string) => boolean): string[] {
  const { fields, meta } = item;
  const [link, guid, id] = [fields.get("link") ?? "", fields.get("guid") ?? "", fields.get("wp:post_id") ?? ""];
  const isPermanent = fields.get("isPermaLink") !== "false" && isOwn(guid);
  const query = fields.get("wp:post_type") === "page" ? "page_id" : "p";
  const slug = fields.get("wp:post_name") ?? "";
  const path = link.replace(/\/$/, "");
  const former =
    slug !== "" && path.endsWith(`/${slug}`)
      ? (meta.get("_wp_old_slug") ?? []).map((old) => `${path.slice(0, -slug.length)}${old}/`)
      : [];
  const pages = index.attachmentsOf(id).flatMap(({ page, address: file }) => (page === file ? [] : [page]));
  const all = [link, ...former, isPermanent ? guid : "", id && `${address}/?${query}=${id}`, ...pages];
  return [...new Set(all.filter((one) => one !== ""))];
}

function authorsOf({ fields, categories }: WxrItem, index: SiteIndex): Author[] {
  const named = categories
    .filter(({ domain }) => isAuthorTaxonomy(domain))
    .map(
      ({ nicename, name }) =>
        index.author(nicename || name) ?? index.author(name) ?? newAuthor(nicename || name, plainText(name)),
    );
  const creator = fields.get("dc:creator")?.trim() ?? "";
  const all =
    named.length > 0 || creator === "" ? named : [index.author(creator) ?? newAuthor(creator, plainText(creator))];
  return [...new Map(all.map((author) => [author.key, author])).values()];
}

const newAuthor = (login: string, name: string): Author => ({
  key: authorKey(login),
  name: nameOf([name, login]),
  slug: slugOf(login),
  bio: "",
  pictureId: "",
});

function pictureOf(
  { meta }: WxrItem,
  index: SiteIndex,
  note: (message: string, level: Level) => void,
): TextItem["picture"] {
  const id = meta.get("_thumbnail_id")?.[0]?.trim() ?? "";
  if (!/^[1-9]\d*$/.test(id)) return NEW_TEXT.picture;
  const found = index.attachment(id);
  if (!found) note("Its picture is not in the files.", "warning");
  return found ? { address: found.address, alt: found.alt, caption: plainText(found.caption) } : NEW_TEXT.picture;
}

/** Names what no part of a text holds. */
function noteRest(
  { fields, meta, comments, categories }: WxrItem,
  note: (message: string, level?: Level) => void,
): void {
  if (fields.get("wp:post_type") === undefined) note("It has no type; it comes along as an article.", "warning");
  if (comments > 0) note(`Comments were left out: ${comments}.`, "warning");
  const format = categories.find(({ domain }) => domain === "post_format");
  if (format) note(`Its format was left out: ${plainText(format.name) || format.nicename}.`);
  const shown = [...meta].flatMap(([key, values]) =>
    isOwnField(key) && values.some((one) => one !== "") ? [key] : [],
  );
  if (shown.length > 0)
    note(
      `Custom fields were left out: ${shown.slice(0, MAX_FIELDS).join(", ")}${shown.length > MAX_FIELDS ? " …" : ""}.`,
    );
}

/** Fields that people fill in have no `_`; some plugins do not follow that. */
const isOwnField = (key: string): boolean =>
  !/^(?:_|footnotes$|enclosure$|rank_math|jetpack|advanced_seo|slide_template$|rs_page_bg|panels_data$|brizy|ct_builder|dsq_|post_views|views$|wpcom_|et_|sharing_disabled$|switch_like_status$|jabber_published$|firehose_sent$|email_notification$)/.test(
    key,
  );

export { BodyError };
