import { createHash } from "node:crypto";
import { themeUrl } from "#shared/urls.ts";
import { type ChosenFamily, type Fonts, headlinesOf, PAIRINGS } from "./fonts.ts";
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

/** The Arabic letters of families that have none of their own (scripts/fonts.mjs). */
const ARABIC = '"Noto Naskh"';

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
  usual: readonly [number, number, number];
  android: readonly [number, number, number];
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

function familyOf(family: keyof typeof FAMILIES | ChosenFamily): string {
  if (!isChosen(family)) return FAMILIES[family];
  const { name, generic } = CHOSEN[family];
  const last = generic === "serif" ? "Georgia,serif" : "Arial,sans-serif";
  return `"${name}","${name} Fallback","${name} Fallback Android",${ARABIC},${last}`;
}

/** Local fonts in the weight that headlines have. */
const LOCAL = {
  serif: {
    usual: 'local("Times New Roman"),local("TimesNewRomanPSMT"),local("Liberation Serif")',
    android: 'local("Noto Serif"),local("NotoSerif-Regular"),local("NotoSerif")',
  },
  sans: {
    usual: 'local("Arial Bold"),local("Arial-BoldMT"),local("Liberation Sans Bold")',
    android: 'local("Roboto Bold"),local("Roboto-Bold")',
  },
};

/** All but Arabic letters, which have a family of their own. */
const NOT_ARABIC = "U+0-5FF,U+700-10FFFF";

function fallbackRules({ name, generic, usual, android }: Chosen): string {
  const face = (suffix: string, source: string, [size, ascent, descent]: readonly [number, number, number]) =>
    `@font-face{font-family:"${name} ${suffix}";font-weight:400 700;src:${source};size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%;unicode-range:${NOT_ARABIC}}\n`;
  const local = LOCAL[generic];
  return face("Fallback", local.usual, usual) + face("Fallback Android", local.android, android);
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
export const chosenFaces = (fonts: Fonts) => faces?.[headlinesOf(fonts)];

/** The families of a pairing. */
function fontRules({ fonts }: Look): string {
  if (fonts === DEFAULT_LOOK.fonts) return "";
  const { display, serif, sans } = PAIRINGS[fonts];
  const headlines = `${SITE} :is(.headline,[class^="headline-"],[class*=" headline-"],.prose-article :is(h1,h2,h3,h4))`;
  const own = isChosen(display) ? CHOSEN[display].headlines : display === "sans" ? SANS_HEADLINES : undefined;
  return `${SITE}{--font-display:${familyOf(display)};--font-serif:${familyOf(serif)};--font-sans:${familyOf(sans)}}
${SITE} .wordmark{font-family:var(--font-display)}
${own ? `${headlines}{${own}}\n` : ""}${isChosen(display) ? `${chosenFaces(fonts)?.rules ?? ""}${fallbackRules(CHOSEN[display])}` : ""}`;
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
