import type { TextItem } from "../items.ts";
import { plainText } from "./values.ts";

type Field = "seoTitle" | "seoDescription" | "socialTitle" | "socialText" | "socialPicture" | "canonicalUrl";
export type SeoFields = Pick<TextItem, Field | "isNoindex">;

/** Fields of Yoast, Rank Math, All in One SEO, SEOPress, The SEO Framework and Jetpack, in this order. */
const FIELDS: Readonly<Record<Field, readonly string[]>> = {
  seoTitle: [
    "_yoast_wpseo_title",
    "rank_math_title",
    "_aioseo_title",
    "_aioseop_title",
    "_seopress_titles_title",
    "_genesis_title",
    "jetpack_seo_html_title",
  ],
  seoDescription: [
    "_yoast_wpseo_metadesc",
    "rank_math_description",
    "_aioseo_description",
    "_aioseop_description",
    "_seopress_titles_desc",
    "_genesis_description",
    "advanced_seo_description",
  ],
  socialTitle: [
    "_yoast_wpseo_opengraph-title",
    "rank_math_facebook_title",
    "_aioseo_og_title",
    "_seopress_social_fb_title",
    "_open_graph_title",
    "_yoast_wpseo_twitter-title",
    "rank_math_twitter_title",
  ],
  socialText: [
    "_yoast_wpseo_opengraph-description",
    "rank_math_facebook_description",
    "_aioseo_og_description",
    "_seopress_social_fb_desc",
    "_open_graph_description",
    "_yoast_wpseo_twitter-description",
    "rank_math_twitter_description",
  ],
  socialPicture: [
    "_yoast_wpseo_opengraph-image",
    "rank_math_facebook_image",
    "_seopress_social_fb_img",
    "_social_image_url",
    "_yoast_wpseo_twitter-image",
    "rank_math_twitter_image",
  ],
  canonicalUrl: [
    "_yoast_wpseo_canonical",
    "rank_math_canonical_url",
    "_aioseop_custom_link",
    "_seopress_robots_canonical",
    "_genesis_canonical_uri",
  ],
};

/** Fields that keep a text out of search engines, with what they contain then. Serialised lists are only searched. */
const NOINDEX: Readonly<Record<string, RegExp>> = {
  "_yoast_wpseo_meta-robots-noindex": /^1$/,
  rank_math_robots: /\bnoindex\b/,
  _aioseop_noindex: /^on$/,
  _seopress_robots_index: /^yes$/,
  _genesis_noindex: /^1$/,
  jetpack_seo_noindex: /^1$/,
};

/** Fields that lead readers elsewhere. */
const REDIRECTS = ["_yoast_wpseo_redirect", "_seopress_redirections_value", "redirect", "_links_to"];

/** Variables of templates: `%%title%%` (Yoast), `%title%` (Rank Math), `#post_title` (All in One SEO). */
const isTemplate = (value: string): boolean =>
  value.split(/\s/).some((word) => /^(?:%%|%[a-z_]+[%(]|#[a-z]+_[a-z])/.test(word));
const isSerialised = (value: string): boolean => /^(?:a|O|C|s|i|b|d):\d/.test(value);

/** What plugins for search engines add to a text. `isOwn`: whether an address is one of the source. */
export function seoOf(
  meta: ReadonlyMap<string, readonly string[]>,
  isOwn: (address: string) => boolean,
  note: (message: string) => void,
): SeoFields {
  const read = (field: Field): string => {
    for (const key of FIELDS[field]) {
      const value = meta.get(key)?.[0]?.trim() ?? "";
      if (value === "" || isSerialised(value)) continue;
      if (!isTemplate(value)) return field.endsWith("Picture") || field === "canonicalUrl" ? value : plainText(value);
      note(`A template for search engines was left out: ${value.slice(0, 200)}`);
    }
    return "";
  };
  const canonicalUrl = read("canonicalUrl");
  for (const key of REDIRECTS) {
    const target = meta.get(key)?.[0] ?? "";
    if (/^https?:\/\//i.test(target) && !isOwn(target))
      note(`It led readers to another address: ${target.slice(0, 500)}`);
  }
  return {
    seoTitle: read("seoTitle"),
    seoDescription: read("seoDescription"),
    socialTitle: read("socialTitle"),
    socialText: read("socialText"),
    socialPicture: read("socialPicture"),
    canonicalUrl: /^https?:\/\//i.test(canonicalUrl) && !isOwn(canonicalUrl) ? canonicalUrl : "",
    isNoindex: Object.entries(NOINDEX).some(([key, pattern]) =>
      meta.get(key)?.some((value) => pattern.test(value.trim())),
    ),
  };
}
