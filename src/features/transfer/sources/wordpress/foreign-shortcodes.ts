import { escapeText, escapeValue } from "#shared/html.ts";
import { embed, type FoundShortcode, figureOf, galleryOf, picturesOf, type ShortcodeTools } from "./shortcode-parts.ts";
import { decoded, plainText } from "./values.ts";

/** Page builders whose layout is shortcodes, by the start of their names. */
const BUILDERS: readonly (readonly [RegExp, string])[] = [
  [/^et_pb_/, "Divi"],
  [/^vc_/, "WPBakery"],
  [/^fusion_/, "Avada"],
  [/^av_/, "Enfold"],
  [/^(?:cs_|x_)/, "Cornerstone"],
  [/^mk_/, "Jupiter"],
  [/^tatsu_/, "Tatsu"],
  [/^elementor/, "Elementor"],
  [/^siteorigin_/, "SiteOrigin"],
  [/^(?:ux_|section$|row$|col$)/, "a page builder"],
];

const TITLES = ["title", "heading", "headline", "question", "label", "title1"];
const ADDRESSES = ["src", "url", "link", "href", "video", "video_url", "video_link", "button_url", "button_link"];
const PICTURES = ["src", "image", "image_url", "img", "photo", "url", "background_image", "image_src", "logo"];
const PICTURE_LISTS = ["gallery_ids", "images", "ids", "include", "image_ids"];
/** Words in the names of shortcodes that show a video, a recording or a post. */
const MEDIA = "video youtube vimeo embed player audio soundcloud spotify podcast tweet twitter instagram".split(" ");
/** What WPBakery writes before HTML in an attribute. */
const ENCODED = "#E-8_";
/** Words in the names of shortcodes whose titles are for editors alone. */
const UNSEEN = "form newsletter slider carousel map menu widget login".split(" ");
const IS_PICTURE = /\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i;
const IS_ID = /^\d{1,12}$/;

/**
 * What can be recovered of a shortcode that WordPress does not have: its content, and the pictures, embeds, buttons and titles that
 * its attributes name. It is named in the findings.
 */
export function renderForeign(found: FoundShortcode, tools: ShortcodeTools): string {
  const { name } = found.code;
  const html = recovered(found, tools);
  const builder = BUILDERS.find(([pattern]) => pattern.test(name))?.[1];
  if (builder) tools.notes.name("builder", builder);
  else tools.notes.name(html.trim() === "" ? "lost" : "kept", name);
  return html;
}

function recovered({ code, inner, raw }: FoundShortcode, tools: ShortcodeTools): string {
  const { name, attributes } = code;
  if (name === "vc_raw_html" || name === "fusion_code") return decodedHtml(raw);
  const encoded = Object.values(attributes).find((value) => value.startsWith(ENCODED));
  if (encoded !== undefined) return decodedHtml(encoded.slice(ENCODED.length)) + (inner ?? "");
  const title = firstOf(attributes, TITLES);
  const address = addressOf(firstOf(attributes, ADDRESSES));
  const content = inner ?? "";
  if (/button|btn|(?:^|_)cta/.test(name) && address !== "")
    return `<div class="wp-block-button"><a href="${escapeValue(address)}">${escapeText(plainText(content) || attributes.button_text || attributes.text || title || address)}</a></div>`;
  if (/toggle|accordion|spoiler|faq|collapse|expand|(?:^|_)tab(?:$|_)/.test(name) && title !== "" && inner !== null)
    return `<details><summary>${escapeText(title)}</summary>${content}</details>`;
  if (MEDIA.some((word) => name.includes(word)) && address !== "")
    return (
      (/\.(?:mp[34]|m4[av]|webm|og[gv]|wav)(?:[?#]|$)/i.test(address) ? mediaOf(address) : embed(address)) + content
    );
  const isUnseen = inner === null && UNSEEN.some((word) => name.includes(word));
  const heading = title === "" || isUnseen ? "" : `<h3>${escapeText(title)}</h3>`;
  return pictures(code.attributes, tools) + heading + textIn(attributes, name) + content;
}

/** Texts of elements that have them as an attribute, such as headings. */
const textIn = ({ text = "" }: Readonly<Record<string, string>>, name: string): string =>
  text === "" || /button|btn/.test(name)
    ? ""
    : /head|title/.test(name)
      ? `<h3>${escapeText(text)}</h3>`
      : `<p>${escapeText(text)}</p>`;

const mediaOf = (address: string): string =>
  /\.(?:mp3|m4a|ogg|wav)(?:[?#]|$)/i.test(address)
    ? `<audio src="${escapeValue(address)}"></audio>`
    : `<video src="${escapeValue(address)}"></video>`;

function pictures(attributes: Readonly<Record<string, string>>, tools: ShortcodeTools): string {
  const list = firstOf(attributes, PICTURE_LISTS);
  if (/^\d{1,12}(?:\s?,\s?\d{1,12})*$/.test(list)) {
    const found = picturesOf(list, tools);
    return found.length === 0 ? "" : galleryOf(found);
  }
  for (const key of PICTURES) {
    const given = attributes[key] ?? "";
    const known = IS_ID.test(given) && key.startsWith("im") ? tools.around.attachment(given) : undefined;
    if (known) return figureOf(known);
    if (IS_PICTURE.test(given))
      return figureOf({ id: "", address: given, alt: attributes.alt ?? "", caption: "", page: "" });
  }
  return "";
}

const firstOf = (attributes: Readonly<Record<string, string>>, keys: readonly string[]): string =>
  keys.map((key) => attributes[key] ?? "").find((value) => value !== "") ?? "";

/** An address, also as WPBakery writes it: `url:https%3A%2F%2F…|title:…`. */
function addressOf(given: string): string {
  const part = given.split("|").find((one) => one.startsWith("url:"));
  const address = part === undefined ? given : decoded(part.slice(4));
  return /^(?:https?:\/\/|\/)/i.test(address) ? address : "";
}

/** HTML that a builder stores in Base64, partly encoded once more. */
function decodedHtml(raw: string): string {
  const plain = raw.replace(/<[^<>]{0,20}>|\s/g, "");
  return /^[A-Za-z0-9+/=]+$/.test(plain) ? decoded(Buffer.from(plain, "base64").toString()) : raw;
}
