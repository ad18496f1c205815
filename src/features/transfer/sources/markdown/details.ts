import type { TextItem } from "../items.ts";
// Words are data: a tool that renames identifiers must not reach them.
import lists from "./field-names.json" with { type: "json" };
import { type FieldReader, fieldReader, flagOf, textIn } from "./fields.ts";
import { isNamed } from "./front-matter.ts";
import { isAddress, plainText } from "./names.ts";

type Given = { title: string; siteAddress: string; pictureAt: (address: string) => string };
type Details = Pick<
  TextItem,
  | "title"
  | "excerpt"
  | "picture"
  | "seoTitle"
  | "seoDescription"
  | "socialTitle"
  | "socialText"
  | "socialPicture"
  | "canonicalUrl"
  | "language"
  | "isNoindex"
>;

/** What fields say about a text, apart from its time, its people, its topics and its visibility. */
export function detailsOf(reader: FieldReader, { title, siteAddress, pictureAt }: Given): Details {
  const seoTitle = plainText(reader.text("seotitle", "metatitle"));
  const social = reader.text(...lists.socialPictureFields);
  return {
    title,
    excerpt: plainText(reader.text(...lists.excerptFields)),
    picture: pictureIn(reader, pictureAt),
    seoTitle: seoTitle === title ? "" : seoTitle,
    seoDescription: plainText(reader.text("seodescription", "metadescription")),
    socialTitle: plainText(reader.text("ogtitle", "twittertitle", "socialTitle")),
    socialText: plainText(reader.text("ogdescription", "twitterdescription", "socialDescription")),
    socialPicture: isAddress(social) ? pictureAt(social) : "",
    canonicalUrl: canonicalIn(reader, siteAddress),
    language: reader.text("lang", "language", "locale").replace("_", "-"),
    isNoindex: /noindex|none/i.test(reader.text("robots", "metarobots")) || flagOf(reader.value("sitemap")) === false,
  };
}

/** The text's own picture, whose field may be its address, or contain its address and its texts. */
function pictureIn(reader: FieldReader, pictureAt: Given["pictureAt"]): TextItem["picture"] {
  const cover = reader.value(...lists.coverFields);
  const first = Array.isArray(cover) ? cover[0] : cover;
  const facts = isNamed(first) ? fieldReader(first) : undefined;
  const address = facts ? facts.text(...lists.coverAddressFields) : textIn(first);
  const alt = reader.text(...lists.altFields);
  const caption = reader.text(...lists.captionFields);
  return {
    address: isAddress(address) ? pictureAt(address) : "",
    alt: facts?.text("alt", "imageAlt", "altText") || alt,
    caption: facts?.text("caption", "title", "description") || caption,
  };
}

/** The address of another site at which the text was first. */
function canonicalIn(reader: FieldReader, siteAddress: string): string {
  const url = URL.parse(reader.text(...lists.canonicalFields));
  if (!url || !/^https?:$/.test(url.protocol)) return "";
  return URL.parse(siteAddress)?.host === url.host ? "" : url.href;
}
