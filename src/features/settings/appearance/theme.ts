import { createHash } from "node:crypto";
import { themeUrl } from "#shared/urls.ts";
import {
  type ChosenFamily,
  type Family,
  familiesOf,
  headlinesOf,
  PAIRINGS,
  type PairingName,
  pairingOf,
} from "./fonts.ts";
import { coloursOf, HOUSE_COLOURS, type PageColours } from "./page-colours.ts";
import { DEFAULT_LOOK, type HeadlineSize, type Look, nearestAccent, PAGES, pagesOf, RADII, tonesOf } from "./rules.ts";
import { ARABIC_FAMILY, type FallbackMetrics, fallbackFace, LOCAL_FONTS, ownFamilies } from "./typefaces/faces.ts";
import type { Typeface } from "./typefaces/rules.ts";

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

/** Background, texts and lines in both themes, on screens: paper is white. The admin area keeps its own. */
function pageRules(look: Look): string {
  const { light, dark } = coloursOf(look);
  if (light === HOUSE_COLOURS.light) return "";
  const set = (colourOf: (name: keyof PageColours) => string) =>
    `${SITE}{${(Object.keys(light) as (keyof PageColours)[]).map((name) => `--color-${name}:${colourOf(name)}`).join(";")}}`;
  return `@media screen{${set((name) => light[name])}
@supports (color:light-dark(#000,#fff)){${set((name) => `light-dark(${light[name]},${dark[name]})`)}}}
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
  sans: '"Libre Franklin","Libre Franklin Fallback","Libre Franklin Fallback Android",Arial,sans-serif',
};

type Chosen = {
  name: string;
  /** What it looks like most. */
  generic: "serif" | "sans";
  headlines: string;
  /** Of Times New Roman or Arial, and of Noto Serif or Roboto: size, ascent and descent in per cent. */
  usual: FallbackMetrics;
  android: FallbackMetrics;
};

/**
 * Families for headlines, in the sizes in which scripts/fonts.mjs cuts them, and the metrics by which local fonts have
 * their widths, measured with the frequencies of English letters as those of app/site/fonts.css.
 */
const CHOSEN: Record<ChosenFamily, Chosen> = {
  grotesk: {
    name: "Space Grotesk",
    generic: "sans",
    headlines: "font-weight:700;letter-spacing:-.03em;word-spacing:normal",
    usual: [96.9, 97.5, 28.9],
    android: [103, 91.7, 27.2],
  },
  soft: {
    name: "Fraunces",
    generic: "serif",
    headlines: "font-weight:600;letter-spacing:-.015em;word-spacing:normal",
    usual: [116.1, 84.2, 22],
    android: [101.5, 96.4, 25.1],
  },
  slab: {
    name: "Roboto Slab",
    generic: "sans",
    headlines: "font-weight:600;letter-spacing:-.015em;word-spacing:normal",
    usual: [90.6, 106.4, 27.5],
    android: [96.3, 100.1, 25.9],
  },
  narrow: {
    name: "Oswald",
    generic: "sans",
    headlines: "font-weight:500;letter-spacing:0;word-spacing:normal",
    usual: [74.7, 150.1, 36.4],
    android: [79.4, 141.2, 34.2],
  },
  garamond: {
    name: "EB Garamond",
    generic: "serif",
    headlines: "font-weight:600;letter-spacing:-.01em;word-spacing:normal",
    usual: [106.8, 101.8, 30.1],
    android: [93.4, 116.5, 34.5],
  },
};

const isChosen = (family: string): family is ChosenFamily => Object.hasOwn(CHOSEN, family);

function familyOf(family: Family): string {
  if (!isChosen(family)) return FAMILIES[family];
  const { name, generic } = CHOSEN[family];
  const last = generic === "serif" ? "Georgia,serif" : "Arial,sans-serif";
  return `"${name}","${name} Fallback","${name} Fallback Android",${ARABIC_FAMILY},${last}`;
}

function fallbackRules({ name, generic, usual, android }: Chosen): string {
  const local = generic === "serif" ? LOCAL_FONTS.serif : LOCAL_FONTS.sansBold;
  return (
    fallbackFace(`${name} Fallback`, local.usual, { metrics: usual }) +
    fallbackFace(`${name} Fallback Android`, local.android, { metrics: android })
  );
}

/**
 * Bolder and tighter than the serif; its letters are as high as those (x-height, in shares of the font size). Those of
 * chosen families are made so by their rules.
 */
const SANS_HEADLINES = "font-weight:700;font-size-adjust:.46;letter-spacing:-.02em;word-spacing:normal";

/** By glob, as tests may run before the fonts are cut: headlines then have the fallback. */
const [faces] = Object.values(
  import.meta.glob<Partial<Record<string, { first: string; rules: string }>>>("../../../../.cache/fonts/chosen.json", {
    eager: true,
    import: "default",
  }),
);

/** The `@font-face` rules of headlines whose faces are not in the site's stylesheet, and the file to preload. */
export const chosenFaces = (fonts: PairingName) => faces?.[headlinesOf(fonts)];

/** Of an own typeface, which has the weight that it has. */
const OWN_HEADLINES = "letter-spacing:-.01em;word-spacing:normal";

/** How headlines of a family differ from the usual ones. */
function headlineForm(display: Family | "headlines" | "text"): string | undefined {
  if (display === "headlines") return OWN_HEADLINES;
  if (display === "sans") return SANS_HEADLINES;
  return isChosen(display) ? CHOSEN[display].headlines : undefined;
}

/** The families of a pairing, or the newsroom's own with those of a pairing for what they don't cover. */
function fontRules(look: Look, typefaces: readonly Typeface[]): string {
  const pairing = pairingOf(look);
  const own = look.fonts === "own" ? ownFamilies(typefaces) : {};
  const families = familiesOf(pairing, own);
  if (pairing === DEFAULT_LOOK.fonts && !own.headlines && !own.text) return "";
  const stackOf = (role: keyof typeof families): string => {
    const family = families[role];
    return family === "headlines" || family === "text"
      ? (own[family]?.families(familyOf(PAIRINGS[pairing][role])) ?? "")
      : familyOf(family);
  };
  const { display } = families;
  const form = headlineForm(display);
  const headlines = `${SITE} :is(.headline,[class^="headline-"],[class*=" headline-"],.prose-article :is(h1,h2,h3,h4))`;
  return `${SITE}{--font-display:${stackOf("display")};--font-serif:${stackOf("serif")};--font-sans:${stackOf("sans")}}
${SITE} .wordmark{font-family:var(--font-display)}
${form ? `${headlines}{${form}}\n` : ""}${isChosen(display) ? `${chosenFaces(pairing)?.rules ?? ""}${fallbackRules(CHOSEN[display])}` : ""}${own.headlines?.rules ?? ""}${own.text?.rules ?? ""}`;
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
 * categories; `typefaces`: the uploaded ones.
 */
export const themeRules = (
  look: Look,
  { accents = [], typefaces = [] }: { accents?: readonly string[]; typefaces?: readonly Typeface[] } = {},
): string =>
  accentRules(look) +
  pageRules(look) +
  headlineSizeRules(look) +
  fontRules(look, typefaces) +
  cornerRules(look) +
  logoRules(look) +
  sectionRules(look, accents);

const HASH_LENGTH = 12;

/** The address of a stylesheet, which names its content; undefined if there is nothing in it. */
export function themeAddress(rules: string): string | undefined {
  if (rules === "") return undefined;
  return themeUrl.stylesheet(createHash("sha256").update(rules).digest("hex").slice(0, HASH_LENGTH));
}
