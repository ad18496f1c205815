import type { TextItem } from "../items.ts";
import { limitingField, mayLimit } from "./restrictions.ts";
import type { SiteIndex } from "./site-index.ts";
import type { WxrItem } from "./wxr.ts";

type Note = (message: string, level?: TextItem["findings"][number]["level"]) => void;

/** What a type of WordPress is here: null for one that is not for readers. */
export type TextKind = { kind: "post" | "page"; isCustom: boolean };

/** Types of WordPress and of plugins that readers never see as a text of their own. */
const TECHNICAL: ReadonlySet<string> = new Set(
  (
    "attachment revision nav_menu_item custom_css customize_changeset oembed_cache user_request guest-author feedback nf_sub " +
    "scheduled-action cookielawinfo"
  ).split(" "),
);
const TECHNICAL_STARTS =
  "wp_ memberpress acf elementor e- wpcf7 wpforms flamingo shop_ et_ fusion_ vc_ popup amp_ jp_ wc_ np_ cc_".split(" ");
const isTechnical = (type: string): boolean =>
  TECHNICAL.has(type) ||
  TECHNICAL_STARTS.some((start) => type.startsWith(start)) ||
  type.endsWith("_log") ||
  type.endsWith("_template");
/** Types that are read in another way than as texts: they are not missing. */
const USED =
  /^(?:attachment|revision|wp_block|guest-author|oembed_cache|customize_changeset|custom_css|wp_global_styles)$/;

export const isUsed = (type: string): boolean => USED.test(type);

/**
 * A type of a plugin or theme is for readers if its items have addresses of their own; WordPress gives others only a query.
 */
export function kindOf(type: string, link: string): TextKind | null {
  if (type === "post" || type === "page") return { kind: type, isCustom: false };
  if (isTechnical(type)) return null;
  const url = URL.parse(link, "https://site.invalid");
  return url && url.pathname.length > 1 && url.search === "" ? { kind: "post", isCustom: true } : null;
}

const STATUSES: Readonly<Record<string, (note: Note) => TextItem["state"]>> = {
  publish: () => "published",
  draft: () => "draft",
  future: (note) => {
    note("It was scheduled; it comes along as a draft.");
    return "draft";
  },
  pending: (note) => {
    note("It was waiting for a review; it comes along as a draft.");
    return "draft";
  },
  private: () => "draft",
};

/** Whether a text was public. A status that is not known, in whatever language, is not. */
export function stateOf(item: WxrItem, { isCustom }: TextKind, note: Note): TextItem["state"] {
  const given = item.fields.get("wp:status") ?? "";
  const status = given.trim().toLowerCase();
  const known = Object.hasOwn(STATUSES, status) ? STATUSES[status] : undefined;
  const state = known?.(note) ?? "draft";
  if (!known)
    note(
      given === ""
        ? "It has no status; it comes along as a draft."
        : `Its status “${given}” is not known; it comes along as a draft.`,
      "warning",
    );
  if (!item.isComplete) {
    note("The file ends within it: it is incomplete, and comes along as a draft.", "warning");
    return "draft";
  }
  if (!isCustom) return state;
  note(`It is of the type “${item.fields.get("wp:post_type")}”; it comes along as a draft of an article.`, "warning");
  return "draft";
}

/** Why not everyone could read a text on the old site, apart from what its own content says; empty if everyone could. */
export function restrictionOf(
  item: WxrItem,
  site: SiteIndex,
  kind: TextKind["kind"],
  terms: readonly string[],
): string {
  const field = (name: string) => item.fields.get(`wp:${name}`) ?? "";
  if (field("status").trim().toLowerCase() === "private")
    return "Only people who log in to the old site could read it.";
  if (field("post_password") !== "") return "It has a password on the old site.";
  const limiting = limitingField(item.meta);
  if (limiting !== "") return `The field “${limiting}” says that not everyone could read it.`;
  const text = { id: field("post_id"), type: kind, parent: field("post_parent"), terms };
  if (site.rules.some((rule) => mayLimit(rule, text))) return "A rule of MemberPress limits who could read it.";
  return site.gate === ""
    ? ""
    : `The old site uses ${site.gate}: its export does not say which texts everyone could read.`;
}
