import type { WxrItem } from "./wxr.ts";

/**
 * What limits who reads a text on the old site. Exports do not contain the rules themselves of all plugins, so that a sign of one is
 * enough: a text is public here only if nothing says otherwise.
 */

/** Words in the names of fields with which plugins for members limit who reads a text. */
const LIMITING: readonly string[] = (
  "paywall patreon rcp_user_level rcp_access_level rcp_subscription_level wpmem_block memberful newsletter_access membership " +
  "member_only members_only memberonly membersonly subscriber_only subscribers_only subscribersonly member_access members_access " +
  "member_level members_level member_role members_role member_plan members_plan access_level access_role access_group groups_read " +
  "required_level required_role required_capability login_required login_only logged_in_only premium_content premium_only " +
  "premium_post premium_article ihc_mb_who passster_activate_protection s2member_ccaps laterpay_post_prices um_content_restriction"
).split(" ");
const LIMITING_PARTS: ReadonlySet<string> = new Set(["restrict", "restricted", "restriction", "restrictions"]);
const LIMITING_ENDS = ["is_premium", "is_paid", "is_member", "is_members", "is_locked"];
/** Last words of fields that are only shown, such as messages: they limit nothing. */
const SHOWN: ReadonlySet<string> = new Set(
  "message messages error errors text texts title html button count date views version template type url public".split(
    " ",
  ),
);

function isLimitingField(key: string): boolean {
  const name = key.toLowerCase().replaceAll("-", "_");
  const parts = name.split("_");
  if (SHOWN.has(parts.at(-1) ?? "")) return false;
  return (
    LIMITING.some((word) => name.includes(word)) ||
    parts.some((part) => LIMITING_PARTS.has(part)) ||
    LIMITING_ENDS.some((end) => name.endsWith(end))
  );
}
/** Values that limit nothing, of any plugin. */
const OPEN: ReadonlySet<string> = new Set([
  "",
  "0",
  "-1",
  "no",
  "off",
  "false",
  "null",
  "none",
  "all",
  "everyone",
  "everybody",
  "public",
  "default",
  "a:0:{}",
  "[]",
  "{}",
]);
/** Ultimate Member stores its settings with every text; this part says that they are not in use. */
const UNUSED_SETTINGS = 's:26:"_um_custom_access_settings";s:1:"0"';

/** The field of a plugin that limits an item; empty for none. */
export function limitingField(meta: WxrItem["meta"]): string {
  for (const [key, values] of meta) {
    if (!isLimitingField(key)) continue;
    if (values.some((value) => !OPEN.has(value.trim().toLowerCase()) && !value.includes(UNUSED_SETTINGS))) return key;
  }
  return "";
}

/** Signs of plugins that keep their rules outside of texts, where an export does not have them. */
const GATES: readonly { name: string; type?: RegExp; html?: RegExp }[] = [
  { name: "WooCommerce Memberships", type: /^wc_membership_plan$/ },
  { name: "Newspack", type: /^np_(?:memberships|content)_gate$/ },
  { name: "Content Control", type: /^cc_restriction$/ },
  { name: "Restrict User Access", type: /^restriction$/ },
  { name: "Paid Memberships Pro", html: /\[pmpro_|<!-- wp:pmpro\// },
  { name: "Simple Membership", html: /\[swpm_/ },
  { name: "WishList Member", html: /\[wlm_|\[wishlistmember/i },
  { name: "s2Member", html: /\[s2Member/ },
  { name: "WP-Members", html: /\[wpmem_/ },
];

/** The plugin whose rules apply to all texts of the site that an item is from; empty for none. */
export function gateOf(type: string, html: string): string {
  return GATES.find((gate) => gate.type?.test(type) || (html.length < 100_000 && gate.html?.test(html)))?.name ?? "";
}

/** A rule of MemberPress: what it limits, and the id, slug or name of that. */
export type MemberRule = { what: string; content: string };

export const MEMBER_RULE_TYPE = "memberpressrule";
export const memberRuleOf = ({ meta }: WxrItem): MemberRule => ({
  what: meta.get("_mepr_rules_type")?.[0] ?? "",
  content: (meta.get("_mepr_rules_content")?.[0] ?? "").toLowerCase(),
});

/** Whether a rule of MemberPress may limit a text. Kinds that are not known limit everything. */
export function mayLimit(
  rule: MemberRule,
  text: { id: string; type: string; parent: string; terms: readonly string[] },
): boolean {
  const { what, content } = rule;
  if (what.startsWith("all_")) return what !== `all_${text.type === "post" ? "page" : "post"}`;
  if (what.startsWith("single_")) return content === text.id;
  if (what.startsWith("parent_")) return content === text.parent || content === text.id;
  if (what === "category" || what === "tag") return text.terms.includes(content);
  return true;
}

/** Words in the names of shortcodes and blocks that show their content to some people only. */
const LIMITING_WORDS: ReadonlySet<string> = new Set(
  (
    "member members membership memberships memberonly membersonly nonmember restrict restricted restrictcontent private paid premium " +
    "paywall subscriber subscribers subscribersonly loggedin loggedout protect protected protector password patreon s2if memberful " +
    "mepr pmpro rcp swpm wcm ihc gated locked locker visitor guest passster"
  ).split(" "),
);
const PUBLIC_PARTS = /team|staff|board|wp_members_list|profile/;

/** Whether a shortcode or block with content, by its name, shows it to some people only. */
export function isLimiting(name: string): boolean {
  const plain = name.toLowerCase().replace(/logged[_-](in|out)/, "logged$1");
  return !PUBLIC_PARTS.test(plain) && plain.split(/[^a-z0-9]+/).some((word) => LIMITING_WORDS.has(word));
}
