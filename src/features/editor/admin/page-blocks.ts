import { type ChainedCommands, type JSONContent, Node } from "@tiptap/core";
import { BadgeDollarSign, CalendarClock, ChartNoAxesColumn, Hourglass, Mail, MapPin } from "lucide";
import { PAGE_ASIDES, type PageAsideKind } from "#features/content/model.ts";
import type { EditorAddition } from "./rich-text.ts";
import "./internal/page-blocks.css";

/** Blocks with editable text; the others show data of the site. */
const WRITTEN = ["stat-row", "price-table", "office"] as const satisfies PageAsideKind[];
const SHOWN = ["contact-form", "last-updated", "retention-table"] as const satisfies PageAsideKind[];

/** A block of a page; its class is its kind (features/content/page-view.ts). */
const block = (name: string, kinds: readonly PageAsideKind[], hasText: boolean) =>
  Node.create({
    name,
    group: "block",
    ...(hasText ? { content: "block+", defining: true } : { atom: true, draggable: true }),
    addAttributes: () => ({
      kind: {
        default: kinds[0],
        parseHTML: ({ classList }: HTMLElement) => kinds.find((kind) => classList.contains(kind)),
        renderHTML: ({ kind }) => ({ class: kind }),
      },
    }),
    parseHTML: () => kinds.map((kind) => ({ tag: `aside.${kind}`, priority: 60 })),
    renderHTML: ({ HTMLAttributes }) => (hasText ? ["aside", HTMLAttributes, 0] : ["aside", HTMLAttributes]),
  });

const text = (words: string): JSONContent => ({ type: "text", text: words });
const bold = (words: string): JSONContent => ({ ...text(words), marks: [{ type: "bold" }] });
const paragraph = (...content: JSONContent[]): JSONContent => ({ type: "paragraph", content });
const list = (...items: JSONContent[]): JSONContent => ({
  type: "bulletList",
  content: items.map((item) => ({ type: "listItem", content: [item] })),
});

const SAMPLES: Record<(typeof WRITTEN)[number], JSONContent[]> = {
  "stat-row": [list(paragraph(bold("15K+"), text(" Monthly readers")), paragraph(bold("25K+"), text(" Subscribers")))],
  "price-table": [
    { type: "heading", attrs: { level: 3 }, content: [text("Banner")] },
    paragraph(bold("$500"), text("/month")),
    paragraph(text("What it is.")),
    list(paragraph(text("What it includes"))),
  ],
  office: [paragraph(text("City, country")), list(paragraph(bold("Mon-Fri"), text(" 9:00 AM-6:00 PM")))],
};

const isWritten = (kind: PageAsideKind): kind is keyof typeof SAMPLES => kind in SAMPLES;

const insert = (kind: PageAsideKind) => (chain: ChainedCommands) =>
  chain.insertContent(
    isWritten(kind)
      ? { type: "pageBlock", attrs: { kind }, content: SAMPLES[kind] }
      : { type: "pageWidget", attrs: { kind } },
  );

const tool = (
  kind: PageAsideKind,
  icon: EditorAddition["tools"][number]["icon"],
  description: string,
  words: string,
) => ({
  label: PAGE_ASIDES[kind],
  icon,
  run: insert(kind),
  description,
  words,
});

export const PAGE_BLOCKS: EditorAddition = {
  extensions: [block("pageBlock", WRITTEN, true), block("pageWidget", SHOWN, false)],
  tools: [
    tool("stat-row", ChartNoAxesColumn, "Large numbers next to each other", "numbers figures statistics"),
    tool("price-table", BadgeDollarSign, "Offers with prices and what they include", "packages pricing offers plans"),
    tool("contact-form", Mail, "Readers write to the newsroom", "message write mail"),
    tool("office", MapPin, "The newsroom's address and opening hours", "address hours opening place"),
    tool("last-updated", CalendarClock, "The date of the last change, above the title", "date changed revision"),
    tool("retention-table", Hourglass, "Retention periods of personal data", "privacy data kept periods"),
  ],
  hidden: [],
  dialogs: {},
  dialogOf: () => null,
  placeholder: "Start writing your page, or press / for blocks...",
};
