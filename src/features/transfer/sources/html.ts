import { ASIDES, CARDS, contentElement, DIRECTION_ATTRIBUTE, FILE_CLASS } from "#features/content/model.ts";
import { hostOf } from "#features/media/remote/rules.ts";
import { escapeText, escapeValue } from "#shared/html.ts";
import { beginningOf } from "#shared/text.ts";
import { codeBlock, figure, fileCard, gallery, linkCard, type Picture, picture } from "./blocks.ts";
import { completesEmbed, embeddedPost, gistPage, playerPage } from "./embeds.ts";
import { alignmentOf, headingIds, languageOf, marksOf, pictureOf, sizeOf } from "./html-attributes.ts";
import {
  classesOf,
  findAll,
  type HtmlElement,
  type HtmlNode,
  hasAnyClass,
  inOneBody,
  isBlock,
  parseTree,
  textOf,
} from "./html-tree.ts";
import type { TextItem } from "./items.ts";

export type TextFinding = TextItem["findings"][number];
type Converted = { html: string; findings: TextFinding[] };

/** What an address is for. */
export type AddressUse = "link" | "picture" | "file";

/** What a rule may use. `blocks` converts nodes to blocks, `inline` to the inside of one. */
export type Tools = {
  note: (message: string, level?: TextFinding["level"]) => void;
  address: (address: string, use?: AddressUse) => string;
  blocks: (nodes: readonly HtmlNode[]) => string;
  inline: (nodes: readonly HtmlNode[]) => string;
};

/**
 * What a source makes of its own elements: HTML of the content model that replaces one, empty to leave it out, or undefined for
 * the rules that all sources share. `isInline`: whether it is part of a line.
 */
export type Rule = (element: HtmlElement, tools: Tools) => { html: string; isInline?: boolean } | undefined;

/** What is reported of HTML whose end is left out. */
export const CUT = { level: "warning", message: "It is nested too deeply: its end was left out." } as const;

/**
 * Converts the HTML of a source to elements of the content model: embeds become link cards, media become file cards, and what
 * scripts, forms and the like would show is named in the findings. `address` rewrites addresses of pictures, links and media; links
 * to headings follow their new ids.
 * The result still has to be cleaned. Takes linear time.
 */
export function convertHtml(html: string, rule?: Rule, address: Tools["address"] = (given) => given): Converted {
  let isCut = false;
  const tree = parseTree(html, () => (isCut = true));
  const converted = convertNodes(tree, rule, address);
  return { ...converted, findings: isCut ? [CUT, ...converted.findings] : converted.findings };
}

/** Converts parsed HTML like `convertHtml`. */
export function convertNodes(tree: readonly HtmlNode[], rule: Rule | undefined, address: Tools["address"]): Converted {
  const findings = new Map<string, TextFinding>();
  const note: Tools["note"] = (message, level = "info") => findings.set(message, { level, message });
  const headings = headingIds(tree);
  const converter = new Converter(rule, { note, address: (given, use) => headings.get(given) ?? address(given, use) });
  return { html: converter.blocks(tree), findings: [...findings.values()] };
}

/** `isEmpty`: nothing to see, such as white space or a line break. */
type Piece = { html: string; isBlock: boolean; isEmpty: boolean };
const inline = (html: string, isEmpty = html.trim() === ""): Piece => ({ html, isBlock: false, isEmpty });
const block = (html: string): Piece => ({ html, isBlock: true, isEmpty: false });
const NOTHING = inline("");
const htmlOf = (pieces: readonly Piece[]): string => pieces.map(({ html }) => html).join("");
const areEmpty = (pieces: readonly Piece[]): boolean => pieces.every(({ isEmpty }) => isEmpty);

/** Elements that the content model writes differently. */
const WRITTEN: Readonly<Record<string, string>> = {
  b: "strong",
  i: "em",
  h4: "h3",
  h5: "h3",
  h6: "h3",
  del: "s",
  strike: "s",
  ins: "u",
  cite: "em",
  dfn: "em",
  kbd: "code",
  samp: "code",
  tt: "code",
  var: "em",
  caption: "p",
  figcaption: "p",
  legend: "p",
  dt: "p",
};
const MARKS: ReadonlySet<string> = new Set(["a", "strong", "em", "u", "s", "sup", "sub", "code"]);
/** Blocks that have either a line of text or further blocks. */
const HOLDERS: ReadonlySet<string> = new Set(["li", "td", "th", "blockquote", "details", "aside"]);
const LINES: ReadonlySet<string> = new Set(["p", "h1", "h2", "h3"]);
const LISTS: ReadonlySet<string> = new Set(["ul", "ol", "tbody", "tr"]);
const KEPT_ASIDES: ReadonlySet<string> = new Set([...Object.keys(ASIDES), ...CARDS, FILE_CLASS]);
const SILENT: ReadonlySet<string> = new Set([
  "meta",
  "link",
  "title",
  "head",
  "noscript",
  "template",
  "source",
  "param",
]);
const LEFT_OUT: Readonly<Record<string, string>> = {
  style: "A style sheet was left out.",
  svg: "A drawing (SVG) was left out.",
  math: "A formula (MathML) was left out.",
  canvas: "A drawing made by a script was left out.",
  input: "A field of a form was left out.",
  select: "A field of a form was left out.",
  textarea: "A field of a form was left out.",
};

class Converter {
  readonly #rule: Rule | undefined;
  readonly #note: Tools["note"];
  readonly #address: Tools["address"];
  readonly #tools: Tools;

  constructor(rule: Rule | undefined, { note, address }: Pick<Tools, "note" | "address">) {
    this.#rule = rule;
    this.#note = note;
    this.#address = address;
    this.#tools = { note, address, blocks: (nodes) => this.blocks(nodes), inline: (nodes) => this.inline(nodes) };
  }

  /** Nodes as blocks: text between them becomes paragraphs. */
  blocks(nodes: readonly HtmlNode[], around: readonly HtmlElement[] = []): string {
    return this.#inBlocks(this.#flow(nodes, around), around);
  }

  /** Nodes as the inside of a line. */
  inline(nodes: readonly HtmlNode[]): string {
    return this.#flow(nodes, [])
      .map(({ html, isBlock }) => (isBlock ? ` ${html} ` : html))
      .join("")
      .trim();
  }

  #inBlocks(pieces: readonly Piece[], around: readonly HtmlElement[], open = "<p>", close = "</p>"): string {
    let made = "";
    let line: Piece[] = [];
    const endLine = () => {
      const html = lineOf(line);
      if (html !== "") made += `${open}${around.reduceRight((inside, mark) => marked(mark, inside), html)}${close}`;
      line = [];
    };
    for (const piece of pieces) {
      if (!piece.isBlock) {
        line.push(piece);
        continue;
      }
      endLine();
      made += piece.html;
    }
    endLine();
    return made;
  }

  /** `around`: marks around blocks, which become marks in each line. */
  #flow(nodes: readonly HtmlNode[], around: readonly HtmlElement[]): Piece[] {
    return nodes.flatMap((given) => {
      if (typeof given === "string") return [inline(escapeText(given))];
      const node = this.#withAddress(given);
      const own = this.#rule?.(node, this.#tools);
      if (own) return [own.isInline ? inline(own.html) : block(own.html)];
      return this.#special(node) ?? this.#element({ ...node, name: WRITTEN[node.name] ?? node.name }, around);
    });
  }

  #withAddress(element: HtmlElement): HtmlElement {
    const { name, attributes } = element;
    if (name !== "a" || !attributes.href) return element;
    return { ...element, attributes: { ...attributes, href: this.#address(attributes.href, "link") } };
  }

  #pictureOf(element: HtmlElement): Picture {
    const given = pictureOf(element);
    return { ...given, address: given.address && this.#address(given.address, "picture") };
  }

  #element(element: HtmlElement, around: readonly HtmlElement[]): Piece[] {
    const { name, children, hasBlock } = element;
    if (name === "br") return [inline("<br>", true)];
    if (name === "hr") return [block("<hr>")];
    if (MARKS.has(name)) {
      if (name === "a" && hasBlock && textOf(element).trim() === "") this.#noteLink(element);
      const marks = around.some((mark) => mark.name === name) ? around : [...around, element];
      const pieces = this.#flow(children, hasBlock ? marks : []);
      if (pieces.some(({ isBlock }) => isBlock)) return pieces.map((piece) => this.#inMark(piece, element));
      return [inline(marked(element, htmlOf(pieces)), areEmpty(pieces))];
    }
    if (LINES.has(name)) {
      const open = `<${name}${attributesOf(element)}>`;
      const html = this.#inBlocks(this.#flow(children, around), around, open, `</${name}>`);
      return [block(html)];
    }
    if (name === "table") return [block(tag(element, htmlOf(this.#flow(inOneBody(children), around))))];
    if (LISTS.has(name)) return [block(tag(element, htmlOf(this.#flow(children, around))))];
    if (name === "summary") return [block(tag(element, this.inline(children)))];
    if (this.#isHolder(element)) {
      const pieces = this.#flow(children, around);
      const isLine = around.length === 0 && (!pieces.some(({ isBlock }) => isBlock) || isTightItem(element, pieces));
      return [block(tag(element, isLine ? lineOf(pieces) : this.#inBlocks(pieces, around)))];
    }
    if (hasBlock || CONTAINERS.has(name)) return [block(this.blocks(children, around))];
    return this.#styled(element, this.#flow(children, around));
  }

  #isHolder({ name, attributes }: HtmlElement): boolean {
    if (name === "aside") return KEPT_ASIDES.has(attributes.class ?? "");
    if (name === "section") return attributes.class === "footnotes";
    return HOLDERS.has(name) || (name === "div" && attributes.class === "gallery");
  }

  /** Text next to blocks in a mark: it is not in a line of its own yet. */
  #inMark(piece: Piece, mark: HtmlElement): Piece {
    return piece.isBlock || piece.isEmpty ? piece : inline(marked(mark, piece.html));
  }

  /** Bold, italic and lines that older editors write as styles. */
  #styled(element: HtmlElement, pieces: Piece[]): Piece[] {
    const names = marksOf(element);
    if (names.length === 0 || areEmpty(pieces)) return pieces;
    return [inline(names.reduce((html, name) => `<${name}>${html}</${name}>`, htmlOf(pieces)))];
  }

  /** Elements that are not what the content model has under the same name; null for all others. */
  #special(element: HtmlElement): Piece[] | null {
    const { name, attributes, children } = element;
    const post = embeddedPost(element);
    if (post) return [this.#card(post)];
    switch (name) {
      case "img":
        return [this.#picture(element)];
      case "figure":
        return [block(this.#figure(element))];
      case "pre":
        return [block(codeBlock(textOf(element, "\n").replace(/^\n/, ""), languageOf(element)))];
      case "q":
        return [inline("“"), ...this.#flow(children, []), inline("”")];
      case "iframe":
      case "embed":
      case "object":
        return [this.#embed(element)];
      case "video":
      case "audio":
        return [this.#media(element)];
      case "script":
        return [this.#script(attributes.src ?? "")];
      case "form":
        this.#note(`A form was left out${quoted(textOf(element))}.`, "warning");
        return [NOTHING];
      case "button":
        this.#note(`A button that a script handles was left out${quoted(textOf(element))}.`);
        return [NOTHING];
      case "wbr":
        return [NOTHING];
      default:
        break;
    }
    const message = LEFT_OUT[name];
    if (message) this.#note(message, "warning");
    return message || SILENT.has(name) ? [NOTHING] : null;
  }

  #card(address: string): Piece {
    this.#note(`An embed of ${hostOf(address)} became a link card.`);
    return block(linkCard(address));
  }

  #embed({ name, attributes, children }: HtmlElement): Piece {
    const given = attributes.src || attributes.data || attributes["data-src"] || attributes["data-lazy-src"] || "";
    const inner = findAll(children, "embed")[0]?.attributes.src ?? "";
    const address = playerPage(given) ?? playerPage(inner);
    if (address) return this.#card(address);
    this.#note(
      name === "iframe" ? "A frame without a public address was left out." : "An embedded object was left out.",
      "warning",
    );
    return NOTHING;
  }

  #media({ name, attributes, children }: HtmlElement): Piece {
    const sources = findAll(children, "source").map((source) => source.attributes.src ?? "");
    const found = [attributes.src ?? "", ...sources].find((src) => src !== "" && !/^(?:data|blob):/i.test(src));
    const address = found && this.#address(found, "file");
    const what = name === "video" ? "Video" : "Audio";
    if (!address) {
      this.#note(`${what} without an address was left out.`, "warning");
      return NOTHING;
    }
    this.#note(`${what} became a link to its file, which is not copied: ${beginningOf(address, 200)}`, "warning");
    return block(fileCard(address, "", what));
  }

  #script(src: string): Piece {
    const gist = gistPage(src);
    if (gist) return this.#card(gist);
    if (!completesEmbed(src)) this.#note(`A script was left out${src && `: ${beginningOf(src, 200)}`}.`, "warning");
    return NOTHING;
  }

  #picture(element: HtmlElement): Piece {
    const given = this.#pictureOf(element);
    const { alt = "" } = given;
    if (hasAnyClass(element, "emoji", "wp-smiley")) return inline(escapeText(alt));
    // A single dot counts readers for another site.
    if ((given.width === "1" && given.height === "1") || given.address === "") return NOTHING;
    return inline(picture(given));
  }

  #figure(element: HtmlElement): string {
    const pictures = findAll(element.children, "img").map((one) => this.#pictureOf(one));
    const inner = findAll(element.children, "figure");
    const [caption] = element.children.filter((node) => typeof node !== "string" && node.name === "figcaption");
    const credits = element.children.filter((node) => typeof node !== "string" && node.name === "small");
    const rest = element.children.filter((node) => node !== caption && !credits.includes(node));
    const words = caption && typeof caption !== "string" ? this.inline(caption.children) : "";
    const after = words && `<p>${words}</p>`;
    if (inner.length > 0 && inner.every(({ children }) => findAll(children, "img").length === 1))
      return gallery(inner.map((one) => this.#figure(one))) + after;
    if (pictures.length === 0 || isMoreThanPictures(rest)) return this.blocks([...rest, ...credits]) + after;
    for (const link of findAll(element.children, "a"))
      if (findAll(link.children, "img").length > 0) this.#noteLink(link);
    const size = sizeOf(element);
    const [first] = pictures;
    const credit = credits.map((node) => textOf(node).trim()).join(" ");
    if (pictures.length === 1 && first) return figure({ ...first, size: size ?? first.size }, words, credit);
    return gallery(pictures.map((one) => figure(one))) + after;
  }

  /** The content model's figures have no links; those to the picture's own file are no loss. */
  #noteLink({ attributes: { href = "" } }: HtmlElement): void {
    if (href !== "" && !/\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)/i.test(href))
      this.#note(`The link of a picture was left out: ${beginningOf(href, 200)}`);
  }
}

const CONTAINERS: ReadonlySet<string> = new Set(
  "address article center dd div dl fieldset footer header hgroup main nav section body html".split(" "),
);
/** Whether an item is a line and the lists below it, as editors write it. */
function isTightItem({ name, children }: HtmlElement, pieces: readonly Piece[]): boolean {
  const blocks = children.filter(isBlock);
  const first = pieces.findIndex((piece) => piece.isBlock);
  const isList = (node: HtmlNode) => typeof node !== "string" && (node.name === "ul" || node.name === "ol");
  return name === "li" && blocks.every(isList) && pieces.slice(first).every((piece) => piece.isBlock || piece.isEmpty);
}

/** A line without what is empty around it. */
function lineOf(pieces: readonly Piece[]): string {
  const first = pieces.findIndex(({ isEmpty }) => !isEmpty);
  const last = pieces.findLastIndex(({ isEmpty }) => !isEmpty);
  return first === -1 ? "" : htmlOf(pieces.slice(first, last + 1)).trim();
}

const tag = (element: HtmlElement, html: string): string =>
  `<${element.name}${attributesOf(element)}>${html}</${element.name}>`;
const marked = (element: HtmlElement, html: string): string =>
  element.name === "a" && !element.attributes.href ? html : tag(element, html);

/** The attributes of the content model, in their order. */
function attributesOf(element: HtmlElement): string {
  const { name, attributes } = element;
  const rules = contentElement(name)?.attributes;
  const known = classesOf(element).filter((one) => contentElement(name)?.classes?.has(one));
  const alignment = LINES.has(name) ? alignmentOf(element) : "";
  const classes = alignment && !known.includes(alignment) ? [...known, alignment] : known;
  const kept = Object.entries({ ...attributes, class: classes.join(" ") }).filter(
    ([key, value]) =>
      value !== "" && (key === "class" || key === DIRECTION_ATTRIBUTE || (rules && Object.hasOwn(rules, key))),
  );
  return kept.map(([key, value]) => ` ${key}="${escapeValue(value)}"`).join("");
}

/** Whether something apart from pictures, links and white space would be lost in a figure. */
const isMoreThanPictures = (nodes: readonly HtmlNode[]): boolean =>
  nodes.some((node) => {
    if (typeof node === "string") return node.trim() !== "";
    if (["img", "source", "noscript", "figcaption", "br", "style"].includes(node.name)) return false;
    return node.children.length === 0
      ? ["iframe", "video", "audio", "hr"].includes(node.name)
      : isMoreThanPictures(node.children);
  });

/** The first words of something left out, so that people recognise it. */
function quoted(text: string): string {
  const words = text.replace(/\s+/g, " ").trim();
  return words && ` (“${beginningOf(words, 60)}${words.length > 60 ? "…" : ""}”)`;
}
