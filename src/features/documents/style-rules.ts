import type { ContentNode } from "#features/content/model.ts";
import { attributeOf, isCard, isTag } from "#features/content/rules.ts";
import { type HouseStyle, NECESSARY_TEXTS, type NecessaryText as Rule } from "#features/settings/house/rules.ts";

/** The texts of a document's own picture, which the library has. */
export type LeadTexts = { caption: string; credit: string };

/** A picture without a text that the house style asks for. `at`: its index among the pictures of the text. */
export type StyleFault = {
  rule: Rule;
  /** Identifies the fault across versions of a document. */
  key: string;
  words: string;
  isRequired: boolean;
  field: "image_alt" | "image_url" | "content";
  at?: number;
};

type PictureTexts = { src: string; alt: string; caption: string; credit: string };

type Judged = { image_url: string; image_alt: string; lead: LeadTexts; nodes: readonly ContentNode[] };

const textOf = (node: ContentNode): string => (typeof node === "string" ? node : node.children.map(textOf).join(""));

/** The pictures of a text in order, with their texts. Cards have pictures of their own, which are decoration. */
export function picturesOf(nodes: readonly ContentNode[]): PictureTexts[] {
  const found: PictureTexts[] = [];
  const read = (node: ContentNode, figure: { caption: string; credit: string }) => {
    const isDecoration: boolean = isCard(node);
    if (typeof node === "string" || isDecoration) return;
    const { name } = node;
    if (name === "img") found.push({ src: attributeOf(node, "src"), alt: attributeOf(node, "alt").trim(), ...figure });
    const line = (wanted: "figcaption" | "small") =>
      node.children
        .filter((child) => isTag(child, wanted))
        .map(textOf)
        .join("")
        .trim();
    const own = name === "figure" ? { caption: line("figcaption"), credit: line("small") } : figure;
    for (const child of node.children) read(child, own);
  };
  for (const node of nodes) read(node, { caption: "", credit: "" });
  return found;
}

const NAMES: Record<Rule, string> = { alt: "alternative text", caption: "caption", credit: "credit" };

/** The texts of pictures that are missing, those of the document's own picture first. */
export function lacking(style: HouseStyle, { image_url, image_alt, lead, nodes }: Judged): StyleFault[] {
  const rules = NECESSARY_TEXTS.filter((rule) => style[rule] !== "off");
  if (rules.length === 0) return [];
  const faults: StyleFault[] = [];
  const isRequired = (rule: Rule) => style[rule] === "required";
  const own = { alt: image_alt.trim(), caption: lead.caption.trim(), credit: lead.credit.trim() };
  if (image_url.trim() !== "")
    for (const rule of rules)
      if (own[rule] === "")
        faults.push({
          rule,
          key: `${rule} ${image_url}`,
          words: `The article image has no ${NAMES[rule]}${rule === "alt" ? "" : " in the library"}`,
          isRequired: isRequired(rule),
          field: rule === "alt" ? "image_alt" : "image_url",
        });
  const pictures = picturesOf(nodes);
  for (const [at, picture] of pictures.entries())
    for (const rule of rules)
      if (picture[rule] === "") {
        const which = pictures.length === 1 ? "An image" : `Image ${at + 1} of ${pictures.length}`;
        const words = `${which} in the text has no ${NAMES[rule]}`;
        faults.push({ rule, key: `${rule} ${picture.src}`, words, isRequired: isRequired(rule), field: "content", at });
      }
  return faults;
}
