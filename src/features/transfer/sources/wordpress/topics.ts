import type { Finding } from "../items.ts";
import { isAuthorTaxonomy, type SiteIndex, slugOfCategory, type Term, taxonomyOf, termKey } from "./site-index.ts";
import { plainText } from "./values.ts";
import type { WxrCategory, WxrItem } from "./wxr.ts";

/** A category, tag or term of another taxonomy that a text has. `id` is empty if the files do not declare it. */
export type UsedTerm = Pick<Term, "key" | "slug" | "name" | "id" | "limit">;

/** Taxonomies that say nothing to readers. */
const TECHNICAL =
  /^(?:nav_menu|link_category|post_format|post_translations|term_language|term_translations|translation_priority|wp_.*|yst_.*|elementor_.*|amp_.*|product_(?:type|visibility|shipping_class)|ef_.*|following_users|action-group|attachment_category|media_category)$/;
const LANGUAGE = "language";
const MAX_PARENTS = 20;

/** The topics of a text, its categories first. `language` is what Polylang says, empty without it. */
export function topicsOf(
  item: WxrItem,
  { index }: { index: SiteIndex },
  note: (message: string, level?: Finding["level"]) => void,
): { used: UsedTerm[]; section: string; language: string } {
  const all = item.categories.map((one) => ({ ...one, domain: taxonomyOf(one.domain) }));
  const named = all.some(({ domain, nicename }) => domain !== "" && nicename !== "");
  // WXR 1.0 repeats each category without its taxonomy.
  const own = all.filter(({ domain }) =>
    domain === "" ? !named : !TECHNICAL.test(domain) && !isAuthorTaxonomy(domain),
  );
  const terms = new Map<string, UsedTerm & { taxonomy: string }>();
  for (const category of own) {
    if (category.domain === LANGUAGE) continue;
    const term = usedTerm(category, index);
    if (term.slug !== "") terms.set(term.key, term);
  }
  const used = [...terms.values()].toSorted((a, b) => rankOf(a.taxonomy) - rankOf(b.taxonomy));
  if (used.some(({ taxonomy }) => rankOf(taxonomy) === 2)) note("Terms of other taxonomies became topics.");
  const [first] = used;
  const primary = index.term(primaryId(item.meta))?.key;
  const fallback = first?.taxonomy === "category" ? first.key : "";
  return {
    used,
    section: primary !== undefined && terms.has(primary) ? primary : fallback,
    language: all.find(({ domain }) => domain === LANGUAGE)?.nicename ?? "",
  };
}

const primaryId = (meta: WxrItem["meta"]): string =>
  meta.get("_yoast_wpseo_primary_category")?.[0] || meta.get("rank_math_primary_category")?.[0] || "";

/** Taxonomies with an address, or without any, are those of other programs. */
function usedTerm(category: WxrCategory, index: SiteIndex): UsedTerm & { taxonomy: string } {
  const taxonomy = category.domain === "" || category.domain.includes("/") ? "category" : category.domain;
  const slug = slugOfCategory(category);
  const key = termKey(taxonomy, slug);
  const known = index.terms.get(key);
  return known ?? { key, taxonomy, slug, id: "", limit: "", name: plainText(category.name) || slug };
}

const rankOf = (taxonomy: string): number => (taxonomy === "category" ? 0 : taxonomy === "post_tag" ? 1 : 2);

/** The addresses of a term's page, unless the site has set others. */
export function topicAddresses(term: Term, address: string, index: SiteIndex): string[] {
  const path = [term.slug];
  const seen = new Set([term.slug]);
  for (let parent = term.parent; parent !== "" && path.length < MAX_PARENTS; ) {
    if (seen.has(parent)) break;
    seen.add(parent);
    path.unshift(parent);
    parent = index.terms.get(termKey(term.taxonomy, parent))?.parent ?? "";
  }
  const base = term.taxonomy === "post_tag" ? "tag" : term.taxonomy;
  const [full, own] = [path.map(encodeURIComponent).join("/"), encodeURIComponent(term.slug)];
  const query = term.taxonomy === "category" ? term.id && `${address}/?cat=${term.id}` : `${address}/?${base}=${own}`;
  return [...new Set([`${address}/${base}/${full}/`, `${address}/${base}/${own}/`, query].filter((one) => one !== ""))];
}
