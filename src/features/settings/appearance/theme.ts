import { createHash } from "node:crypto";
import { themeUrl } from "#shared/urls.ts";
import { type Fonts, headlinesOf, PAIRINGS } from "./fonts.ts";
import { coloursOf, HOUSE_COLOURS, type PageColours } from "./page-colours.ts";
import { DEFAULT_LOOK, type HeadlineSize, type Look, nearestAccent, PAGES, pagesOf, RADII, tonesOf } from "./rules.ts";

/** The site without the admin area, which keeps its own colours, typefaces and square controls. */
const SITE = ":root:not([data-admin])";

/** The accent in both themes. Browsers without light-dark() (before 2024) get the light one, as in site.css. */
function accentRules({ accent, ...page }: Look): string {
  const pages = pagesOf(page);
  if (accent === DEFAULT_LOOK.accent && pages === PAGES) return "";
  const { light, lightFill, dark, darkFill } = tonesOf(accent, pages);
  return `:root{--color-accent:${light};--color-accent-fill:${lightFill}}
@supports (color:light-dark(#000,#fff)){:root{--color-accent:light-dark(${light},${dark});--color-accent-fill:light-dark(${lightFill},${darkFill})}}
`;
}

/** Accents of categories, on their pages. What became unreadable since, as the background changed, is darkened. */
function sectionRules(look: Look, accents: readonly string[]): string {
  const pages = pagesOf(look);
  return accents
    .map((accent) => {
      const { light, lightFill, dark, darkFill } = tonesOf(nearestAccent(accent, pages), pages);
      const within = `${SITE} [data-accent="${accent.slice(1)}"]`;
      return `${within}{--color-accent:${light};--color-accent-fill:${lightFill}}
@supports (color:light-dark(#000,#fff)){${within}{--color-accent:light-dark(${light},${dark});--color-accent-fill:light-dark(${lightFill},${darkFill})}}
`;
    })
    .join("");
}

/** Background, texts and lines in both themes. The admin area keeps its own. */
function pageRules(look: Look): string {
  const { light, dark } = coloursOf(look);
  if (light === HOUSE_COLOURS.light) return "";
  const set = (colourOf: (name: keyof PageColours) => string) =>
    `${SITE}{${(Object.keys(light) as (keyof PageColours)[]).map((name) => `--color-${name}:${colourOf(name)}`).join(";")}}`;
  return `${set((name) => light[name])}
@supports (color:light-dark(#000,#fff)){${set((name) => `light-dark(${light[name]},${dark[name]})`)}}
`;
}

/** Sizes of headlines, in shares of the usual one. */
const HEADLINE_SCALES: Record<HeadlineSize, number> = { small: 0.88, medium: 1, large: 1.14 };

const headlineSizeRules = ({ headline_size: size }: Look): string =>
  size === DEFAULT_LOOK.headline_size ? "" : `${SITE}{--headline:${HEADLINE_SCALES[size]}}\n`;

/** Of the site alone: the admin area keeps its square controls. Below the utilities, so that portraits stay round. */
function cornerRules({ corners }: Look): string {
  if (corners === DEFAULT_LOOK.corners) return "";
  const { control, box } = RADII[corners];
  return `@layer components{:root:not([data-admin]){.corner{border-radius:${control}px}textarea.corner{border-radius:${Math.min(control, box)}px}.corner-box,.prose-article :is(figure img,video,pre,.card,.card-video,.file,aside){border-radius:${box}px}:is(.card,.card-video) img{border-radius:${box}px ${box}px 0 0}}}
`;
}

const FAMILIES = {
  display: '"Newsreader Display","Newsreader Display Fallback","Newsreader Display Fallback Android",Georgia,serif',
  serif: '"Newsreader","Newsreader Fallback","Newsreader Fallback Android",Georgia,serif',
  grotesk: '"Space Grotesk","Space Grotesk Fallback","Space Grotesk Fallback Android",Arial,sans-serif',
  sans: '"Libre Franklin","Libre Franklin Fallback","Libre Franklin Fallback Android",Arial,sans-serif',
};

/**
 * Bolder and tighter than the serif; their letters are as high as those (x-height, in shares of the font size). Those of
 * Space Grotesk are made so by its rules.
 */
const HEADLINES: Partial<Record<ReturnType<typeof headlinesOf>, string>> = {
  sans: "font-weight:700;font-size-adjust:.46;letter-spacing:-.02em;word-spacing:normal",
  grotesk: "font-weight:700;letter-spacing:-.03em;word-spacing:normal",
};

/** Arial and Roboto with the widths of Space Grotesk in its size here, as in app/site/fonts.css. */
const GROTESK_FALLBACKS = `@font-face{font-family:"Space Grotesk Fallback";font-weight:400 700;src:local("Arial Bold"),local("Arial-BoldMT"),local("Liberation Sans Bold");size-adjust:96.9%;ascent-override:97.5%;descent-override:28.9%;line-gap-override:0%}
@font-face{font-family:"Space Grotesk Fallback Android";font-weight:400 700;src:local("Roboto Bold"),local("Roboto-Bold");size-adjust:103%;ascent-override:91.7%;descent-override:27.2%;line-gap-override:0%}
`;

/** By glob, as tests may run before the fonts are cut: headlines then have the fallback. */
const [chosen] = Object.values(
  import.meta.glob<{ first: string; rules: string }>("../../../../.cache/fonts/chosen.json", {
    eager: true,
    import: "default",
  }),
);

/** The `@font-face` rules of headlines whose faces are not in the site's stylesheet, and the file to preload. */
export const chosenFaces = (fonts: Fonts) => (headlinesOf(fonts) === "grotesk" ? chosen : undefined);

/** The families of a pairing. */
function fontRules({ fonts }: Look): string {
  if (fonts === DEFAULT_LOOK.fonts) return "";
  const { display, serif, sans } = PAIRINGS[fonts];
  const headlines = `${SITE} :is(.headline,[class^="headline-"],[class*=" headline-"],.prose-article :is(h1,h2,h3,h4))`;
  return `${SITE}{--font-display:${FAMILIES[display]};--font-serif:${FAMILIES[serif]};--font-sans:${FAMILIES[sans]}}
${SITE} .wordmark{font-family:var(--font-display)}
${HEADLINES[display] ? `${headlines}{${HEADLINES[display]}}\n` : ""}${display === "grotesk" ? `${chosenFaces(fonts)?.rules ?? ""}${GROTESK_FALLBACKS}` : ""}`;
}

/** Room for a logo next to the masthead's buttons, on phones and on larger screens. */
const LOGO = { small: "height:2.5rem;max-width:min(52vw,14rem)", large: "height:3.5rem;max-width:22rem" };

/** The logo: never larger than its room, whatever its shape; and that of the dark theme, if there is one. */
function logoRules({ logo, logo_dark: dark }: Look): string {
  if (logo === "") return "";
  const size = `.logo{display:block;width:auto;${LOGO.small};object-fit:contain;font:700 1.5rem/1.2 var(--font-display);letter-spacing:0}
@media (width>=64rem){.logo{${LOGO.large}}}
`;
  if (dark === "") return size;
  return `${size}:root .logo-dark,:root[data-theme=dark] .logo-light{display:none}:root[data-theme=dark] .logo-dark{display:block}
@media (prefers-color-scheme:dark){:root:not([data-theme]) .logo-light{display:none}:root:not([data-theme]) .logo-dark{display:block}}
`;
}

/**
 * The rules of a look that differ from the site's own stylesheet; empty for the default look. `accents`: those of
 * categories.
 */
export const themeRules = (look: Look, accents: readonly string[] = []): string =>
  accentRules(look) +
  pageRules(look) +
  headlineSizeRules(look) +
  fontRules(look) +
  cornerRules(look) +
  logoRules(look) +
  sectionRules(look, accents);

const HASH_LENGTH = 12;

/** The address of a stylesheet, which names its content; undefined if there is nothing in it. */
export function themeAddress(rules: string): string | undefined {
  if (rules === "") return undefined;
  return themeUrl.stylesheet(createHash("sha256").update(rules).digest("hex").slice(0, HASH_LENGTH));
}
