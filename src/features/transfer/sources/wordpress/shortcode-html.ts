import { escapeText, escapeValue } from "#shared/html.ts";
import { renderForeign } from "./foreign-shortcodes.ts";
import { isLanguage } from "./raw-code.ts";
import { embed, type FoundShortcode, galleryOf, idsIn, picturesOf, type ShortcodeTools } from "./shortcode-parts.ts";
import { decodedText, plainText } from "./values.ts";

/** HTML of what a shortcode shows, as the source's own site would write it. */
export function renderShortcode(found: FoundShortcode, tools: ShortcodeTools): string {
  const { code, source, inner } = found;
  // Nothing says that a word in brackets is a shortcode, unless it has an end.
  if (inner === null && !code.isCertain) return source;
  tools.notes.limitBy(inner === null ? "" : code.name);
  const own = Object.hasOwn(SHORTCODES, code.name) ? SHORTCODES[code.name] : undefined;
  const render = own ?? (inner !== null && isLanguage(code.name) ? sourceCode : undefined);
  return render ? render(found, tools) : renderForeign(found, tools);
}

type Render = (found: FoundShortcode, tools: ShortcodeTools) => string;

const PICTURE_FIRST = /^\s*(?:<p>\s*)?((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)/i;

const caption: Render = ({ code, inner }) => {
  const given = inner ?? "";
  const picture = PICTURE_FIRST.exec(given);
  if (!picture) return given;
  const words = (given.slice(picture[0].length).trim() || code.attributes.caption) ?? "";
  return `<figure>${picture[1]}${words && `<figcaption>${words}</figcaption>`}</figure>`;
};

const addressIn = ({ code, raw }: FoundShortcode): string => {
  const { attributes } = code;
  const given = [attributes.src, attributes.url, attributes.id, attributes[0], attributes.mp3, attributes.mp4];
  return (given.find((one) => one !== undefined && one !== "") ?? plainText(raw)).trim();
};

/** Embeds of sites: an address stays one; ids belong to `page`. */
const embedOf =
  (page = ""): Render =>
  (found, { notes }) => {
    const given = addressIn(found);
    if (/^(?:https?:)?\/\//i.test(given)) return embed(given.startsWith("//") ? `https:${given}` : given);
    if (page !== "" && /^[\w-]{1,64}$/.test(given)) return embed(page + given);
    // Without an address it may be a word in brackets.
    if (given === "" && found.inner === null) return found.source;
    notes.name("lost", found.code.name);
    return "";
  };

const MEDIA_KEYS = ["src", "mp3", "mp4", "m4a", "m4v", "webm", "ogg", "ogv", "wav", "flac", "url", "0"];
const media =
  (name: "audio" | "video"): Render =>
  ({ code: { attributes }, raw }) => {
    const given = [...MEDIA_KEYS.map((key) => attributes[key] ?? ""), plainText(raw)];
    const address = given.find((one) => /^(?:https?:)?\/\/|^\//i.test(one)) ?? "";
    // Old players take a list of settings after the address.
    return `<${name} src="${escapeValue(address.split("|")[0] ?? "")}"></${name}>`;
  };

const gallery: Render = ({ code: { attributes } }, tools) => {
  const ids = attributes.ids || attributes.include;
  const excluded = new Set(idsIn(attributes.exclude));
  const pictures = ids ? picturesOf(ids, tools) : tools.around.ownPictures().filter(({ id }) => !excluded.has(id));
  return pictures.length === 0 ? "" : galleryOf(pictures);
};

const playlist: Render = ({ code: { attributes } }, { around, notes }) => {
  const files = idsIn(attributes.ids ?? attributes.include).map((id) => around.attachment(id));
  if (files.length === 0) notes.name("lost", "playlist");
  return files.map((file) => (file ? `<audio src="${escapeValue(file.address)}"></audio>` : "")).join("");
};

const sourceCode: Render = ({ code: { name, attributes }, raw, inner, source }) => {
  if (inner === null) return source;
  const language =
    attributes.language ??
    attributes.lang ??
    attributes[0] ??
    (isLanguage(name) ? name.slice(name.indexOf("_") + 1) : "");
  const known = /^[a-z0-9+#]{1,24}$/i.test(language) ? ` class="language-${language.toLowerCase()}"` : "";
  return `<pre${known}><code>${escapeText(
    decodedText(raw)
      .replace(/^\s*\n/, "")
      .trimEnd(),
  )}</code></pre>`;
};

const footnote: Render = ({ inner, source }, tools) => (inner === null ? source : tools.footnote(inner));
const unwrapped: Render = ({ inner }) => inner ?? "";

const SHORTCODES: Readonly<Record<string, Render>> = {
  caption,
  wp_caption: caption,
  gallery,
  playlist,
  audio: media("audio"),
  video: media("video"),
  embed: embedOf(),
  youtube: embedOf("https://www.youtube.com/watch?v="),
  vimeo: embedOf("https://vimeo.com/"),
  dailymotion: embedOf("https://www.dailymotion.com/video/"),
  soundcloud: embedOf(),
  spotify: embedOf(),
  tweet: embedOf("https://x.com/i/status/"),
  twitter: embedOf("https://x.com/i/status/"),
  instagram: embedOf("https://www.instagram.com/p/"),
  facebook: embedOf(),
  tiktok: embedOf(),
  ted: embedOf("https://www.ted.com/talks/"),
  gist: embedOf("https://gist.github.com/"),
  googlemaps: embedOf(),
  googlemap: embedOf(),
  code: sourceCode,
  sourcecode: sourceCode,
  crayon: sourceCode,
  highlight: sourceCode,
  ref: footnote,
  mfn: footnote,
  footnote,
  efn_note: footnote,
  raw: unwrapped,
  nextpage: unwrapped,
  toc: unwrapped,
};
