import { gateOf, limitingField, MEMBER_RULE_TYPE, type MemberRule, memberRuleOf } from "./restrictions.ts";
import { decoded, Offsets, owned, plainText, siteKeyOf } from "./values.ts";
import type { WxrCategory, WxrItem, WxrRecord } from "./wxr.ts";

/** A file that was uploaded. `caption` is HTML; `page`: the address of its own page. */
export type Attachment = { id: string; address: string; alt: string; caption: string; page: string };

export type Author = { key: string; name: string; slug: string; bio: string; pictureId: string };
/** `limit`: the field that says that not everyone could read the texts with this term; empty for none. */
export type Term = {
  key: string;
  id: string;
  taxonomy: string;
  slug: string;
  name: string;
  description: string;
  parent: string;
  limit: string;
};

const MAX_CAPTION = 2000;
const MAX_ALT = 1000;
const MAX_ADDRESS = 2000;
/** Of all reusable blocks together. */
const MAX_BLOCKS_LENGTH = 16 * 1024 * 1024;
const MAX_OWN_PAGES = 50;
/** Of all attachments together, as they are stored here: some 300,000. */
const MAX_ATTACHMENTS_LENGTH = 64 * 1024 * 1024;
const MAX_TERMS = 50_000;
const MAX_AUTHORS = 50_000;
const MAX_RULES = 1000;
const MAX_NAME = 500;
const MAX_ABOUT = 5000;

/** Taxonomies of plugins for several authors. */
const AUTHOR_TAXONOMIES: ReadonlySet<string> = new Set(["author", "ppma_author", "byline", "bylines", "co-author"]);
export const isAuthorTaxonomy = (name: string): boolean => AUTHOR_TAXONOMIES.has(name);

/**
 * What texts of a site refer to, read before them: it may be anywhere in the files. It holds no text but that of reusable blocks.
 */
export class SiteIndex {
  readonly offsets = new Offsets();
  readonly #attachments = new Map<string, string>();
  #attachmentsLength = 0;
  readonly #byParent = new Map<string, string[]>();
  readonly #blocks = new Map<string, string>();
  #blocksLength = 0;
  readonly #authors = new Map<string, Author>();
  readonly #guests = new Map<string, Author>();
  readonly terms = new Map<string, Term>();
  readonly #termsById = new Map<string, string>();
  readonly rules: MemberRule[] = [];
  /** The plugin that keeps rules about readers elsewhere; empty for none. */
  gate = "";

  add(record: WxrRecord): void {
    if (record.kind === "author") this.#addAuthor(record.fields);
    else if (record.kind === "item") this.#addItem(record.item);
    else if (record.kind !== "channel" && record.kind !== "problem")
      this.#addTerm(record.kind, record.fields, record.meta);
  }

  /** Whether there are more attachments than fit. */
  get isFull(): boolean {
    return this.#attachmentsLength > MAX_ATTACHMENTS_LENGTH;
  }

  attachment(id: string): Attachment | undefined {
    const json = this.#attachments.get(id);
    return json === undefined ? undefined : (JSON.parse(json) as Attachment);
  }

  /** The files uploaded for a text, in their order. */
  attachmentsOf(parent: string): Attachment[] {
    return (this.#byParent.get(parent) ?? []).flatMap((id) => this.attachment(id) ?? []);
  }

  block(id: string): string | undefined {
    return this.#blocks.get(id);
  }

  term(id: string): Term | undefined {
    return this.terms.get(this.#termsById.get(id) ?? "");
  }

  /** The author with a login, or of a term of a plugin for several authors. */
  author(login: string): Author | undefined {
    const key = authorKey(login);
    return this.#guests.get(key) ?? this.#authors.get(key);
  }

  #addItem(item: WxrItem): void {
    const { fields } = item;
    const field = (name: string) => fields.get(`wp:${name}`) ?? "";
    this.offsets.learn(field("post_date"), field("post_date_gmt"));
    const type = field("post_type");
    const html = fields.get("content:encoded") ?? "";
    if (this.gate === "" && field("status") !== "trash") this.gate = gateOf(type, html);
    if (type === "attachment") this.#addAttachment(item);
    else if (type === "wp_block" && this.#blocksLength + html.length <= MAX_BLOCKS_LENGTH) {
      this.#blocks.set(owned(field("post_id")), owned(html));
      this.#blocksLength += html.length;
    } else if (type === "guest-author") this.#addGuest(item);
    else if (type === MEMBER_RULE_TYPE && field("status") === "publish") {
      if (this.rules.length < MAX_RULES) this.rules.push(memberRuleOf(item));
      else this.gate ||= "MemberPress";
    }
  }

  #addAttachment({ fields, meta }: WxrItem): void {
    const id = owned(fields.get("wp:post_id") ?? "");
    const address = fields.get("wp:attachment_url") || fields.get("guid") || "";
    if (id === "" || address === "" || address.length > MAX_ADDRESS || this.isFull) return;
    const attachment: Attachment = {
      id,
      address,
      alt: plainText(meta.get("_wp_attachment_image_alt")?.[0] ?? "").slice(0, MAX_ALT),
      caption: (fields.get("excerpt:encoded") ?? "").slice(0, MAX_CAPTION),
      page: (fields.get("link") ?? "").slice(0, MAX_ADDRESS),
    };
    const json = JSON.stringify(attachment);
    this.#attachmentsLength += json.length;
    this.#attachments.set(id, json);
    const parent = owned(fields.get("wp:post_parent") ?? "");
    if (!/^[1-9]/.test(parent)) return;
    const siblings = this.#byParent.get(parent) ?? [];
    if (siblings.length < MAX_OWN_PAGES) this.#byParent.set(parent, [...siblings, id]);
  }

  #addAuthor(fields: ReadonlyMap<string, string>): void {
    const read = (name: string) => owned((fields.get(`wp:author_${name}`) ?? "").slice(0, MAX_NAME));
    const login = read("login");
    if (login === "" || this.#authors.size >= MAX_AUTHORS) return;
    const full = `${read("first_name")} ${read("last_name")}`.trim();
    const name = nameOf([plainText(read("display_name")), full, login]);
    const key = authorKey(login);
    this.#authors.set(key, { key, name, slug: slugOf(login), bio: "", pictureId: "" });
  }

  /** Co-Authors Plus stores authors without an account as posts. */
  #addGuest({ fields, meta }: WxrItem): void {
    if (this.#guests.size >= MAX_AUTHORS) return;
    const read = (name: string) => owned((meta.get(name)?.[0]?.trim() ?? "").slice(0, MAX_ABOUT));
    const slug = authorKey(fields.get("wp:post_name") ?? "");
    const logins = [read("cap-user_login"), slug, read("cap-linked_account")].filter((login) => login !== "");
    const full = `${read("cap-first_name")} ${read("cap-last_name")}`.trim();
    const [login = ""] = logins;
    const name = nameOf([plainText(read("cap-display_name")), full, plainText(fields.get("title") ?? ""), login]);
    const guest: Author = {
      key: authorKey(login),
      name,
      slug: slugOf(login),
      bio: plainText(read("cap-description")),
      pictureId: read("_thumbnail_id"),
    };
    for (const one of logins) this.#guests.set(authorKey(one), guest);
  }

  #addTerm(kind: "category" | "tag" | "term", fields: ReadonlyMap<string, string>, meta: WxrItem["meta"]): void {
    const prefix = kind === "category" ? "wp:category_" : kind === "tag" ? "wp:tag_" : "wp:term_";
    const read = (name: string) => fields.get(prefix + name) ?? "";
    const given = kind === "category" ? "category" : kind === "tag" ? "post_tag" : taxonomyOf(read("taxonomy"));
    const named = kind === "category" ? (fields.get("wp:cat_name") ?? "") : read("name");
    const name = plainText(named).slice(0, MAX_NAME);
    const slug = decoded((kind === "category" ? read("nicename") : read("slug")) || name).slice(0, MAX_NAME);
    if (slug === "" || this.terms.size >= MAX_TERMS) return;
    if (isAuthorTaxonomy(given)) {
      this.#nameAuthor(slug, name);
      return;
    }
    const id = owned(fields.get("wp:term_id") ?? "");
    const term: Term = {
      key: owned(termKey(given, slug)),
      id,
      taxonomy: owned(given),
      slug: owned(slug),
      name: owned(name || slug),
      description: owned(plainText(read("description")).slice(0, MAX_ABOUT)),
      parent: owned(decoded(read("parent"))),
      limit: owned(limitingField(meta)),
    };
    this.terms.set(term.key, term);
    if (id !== "") this.#termsById.set(id, term.key);
  }

  /** PublishPress Authors names authors by their terms. */
  #nameAuthor(slug: string, name: string): void {
    const key = authorKey(slug);
    if (name === "" || name === key || this.#guests.has(key) || this.#authors.has(key)) return;
    this.#guests.set(key, { key, name: owned(name), slug: slugOf(key), bio: "", pictureId: "" });
  }
}

/** The sites in the files, by their addresses. Files without one are of the site that all others are of. */
export class Sites {
  readonly #byKey = new Map<string, SiteIndex>();

  at(address: string): SiteIndex {
    const key = siteKeyOf(address);
    const known = this.#byKey.get(key);
    if (known) return known;
    const made = new SiteIndex();
    this.#byKey.set(key, made);
    return made;
  }
}

/** WXR 1.0 calls tags differently. */
export const taxonomyOf = (domain: string): string => (domain === "tag" ? "post_tag" : domain);
export const termKey = (taxonomy: string, slug: string): string => `${taxonomy}:${slug}`;
export const slugOfCategory = ({ nicename, name }: WxrCategory): string =>
  decoded(nicename || plainText(name).toLowerCase());

/** Logins are the same in any case; terms of Co-Authors Plus have a prefix. */
export const authorKey = (login: string): string => owned(decoded(login).trim().toLowerCase().replace(/^cap-/, ""));
/** The address of a person's mailbox is never shown. */
export const nameOf = (names: readonly string[]): string => {
  const given = names.find((name) => name.trim() !== "") ?? "";
  return given.includes("@")
    ? (names.find((name) => name.trim() !== "" && !name.includes("@")) ?? given.split("@")[0] ?? "")
    : given;
};
export const slugOf = (login: string): string => owned(authorKey(login).split("@")[0] ?? "");
