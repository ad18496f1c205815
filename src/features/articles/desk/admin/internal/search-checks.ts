import type { FormValues } from "#features/articles/admin/form-values.tsx";
import { textBeginning } from "#features/content/preview.ts";
import { parsePictureUrl } from "#shared/pictures.ts";

/** What search engines show of a title and a description, in characters; they cut by width. */
export const SEARCH_LIMITS = { title: 60, description: 160 } as const;
const SHORT_DESCRIPTION = 50;
/** Google Discover shows large pictures only from this width on, in pixels. */
const WIDE = 1_200;
/** As long as the server's description of an article without an excerpt. */
const FALLBACK_LENGTH = 160;

export type SearchValues = Pick<
  FormValues,
  "title" | "excerpt" | "image_url" | "seo_title" | "seo_description" | "social_title" | "social_text" | "social_image"
> &
  Pick<FormValues, "canonical_url" | "is_noindex">;

/** `text`: the words of the content. `picture`: its first picture. */
export type Content = { text: string; picture: string };

export const lengthOf = (text: string): number => [...text.trim()].length;

/** What the head of the article's page will say: the fields, or what stands for empty ones. */
export function shownBy(values: SearchValues, { text, picture }: Content) {
  const title = values.seo_title.trim() || values.title.trim();
  const beginning = textBeginning(text, FALLBACK_LENGTH);
  const description = values.seo_description.trim() || values.excerpt.trim() || beginning || values.title.trim();
  return {
    title,
    description,
    socialTitle: values.social_title.trim() || values.title.trim(),
    socialText: values.social_text.trim() || description,
    picture: values.social_image.trim() || values.image_url.trim() || picture,
  };
}

/** Suggestions for search results and cards. `site`: the address of the site. */
export function checkSearch(values: SearchValues, content: Content, site: string): string[] {
  const shown = shownBy(values, content);
  const found: string[] = [];
  const [title, description] = [lengthOf(shown.title), lengthOf(values.seo_description || values.excerpt)];
  if (title > SEARCH_LIMITS.title)
    found.push(`The title has ${title} characters: search engines cut it after about ${SEARCH_LIMITS.title}.`);
  if (description === 0) found.push("There is no description: search results and cards show the start of the text.");
  else if (description < SHORT_DESCRIPTION)
    found.push(`The description has only ${description} characters: about ${SEARCH_LIMITS.description} fit.`);
  else if (description > SEARCH_LIMITS.description)
    found.push(
      `The description has ${description} characters: search engines cut it after about ${SEARCH_LIMITS.description}.`,
    );
  found.push(...pictureChecks(values.image_url.trim() || content.picture, shown.picture));
  if (isOnSite(values.canonical_url, site))
    found.push("The original address is on this site: leave it empty, or search engines skip the article.");
  return found;
}

function pictureChecks(lead: string, ofCard: string): string[] {
  if (ofCard === "") return ["There is no picture: cards show the publication's name."];
  const narrow = (address: string, name: string): string[] => {
    const width = parsePictureUrl(address)?.width;
    return width !== undefined && width < WIDE
      ? [`The ${name} is ${width} px wide: search engines show large previews from 1,200 px on.`]
      : [];
  };
  return [...narrow(lead, "picture"), ...(ofCard === lead ? [] : narrow(ofCard, "social picture"))];
}

const isOnSite = (address: string, site: string): boolean => URL.parse(address.trim())?.host === new URL(site).host;
