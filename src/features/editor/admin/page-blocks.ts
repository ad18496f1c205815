import { type ChainedCommands, Node } from "@tiptap/core";
import { BadgeDollarSign, CalendarClock, ChartNoAxesColumn, Hourglass, Mail, MapPin } from "lucide";
import { PAGE_ASIDES, type PageAsideKind } from "#features/content/model.ts";
import type { EditorAddition } from "./rich-text.ts";

/** Blocks whose words are edited in place; the others show what the site knows. */
const WRITTEN = ["stat-row", "price-table", "office"] as const satisfies PageAsideKind[];
const SHOWN = ["contact-form", "last-updated", "retention-table"] as const satisfies PageAsideKind[];

/** A block of a page: its class says what it is (features/content/page-view.ts). */
const block = (name: string, kinds: readonly PageAsideKind[], isWritten: boolean) =>
  Node.create({
    name,
    group: "block",
    ...(isWritten ? { content: "block+", defining: true } : { atom: true, draggable: true }),
    addAttributes: () => ({
      kind: {
        default: kinds[0],
        parseHTML: ({ classList }: HTMLElement) => kinds.find((kind) => classList.contains(kind)),
        renderHTML: ({ kind }) => ({ class: kind }),
      },
    }),
    parseHTML: () => kinds.map((kind) => ({ tag: `aside.${kind}`, priority: 60 })),
    renderHTML: ({ HTMLAttributes }) => (isWritten ? ["aside", HTMLAttributes, 0] : ["aside", HTMLAttributes]),
  });

const line = (lead: string, rest: string) => `<li><p><strong>${lead}</strong> ${rest}</p></li>`;

/** What a new block begins with, to be written over. */
const SAMPLES: Record<PageAsideKind, string> = {
  "stat-row": `<ul>${line("15K+", "Monthly readers")}${line("25K+", "Subscribers")}</ul>`,
  "price-table":
    "<h3>Banner</h3><p><strong>$500</strong>/month</p><p>What it is.</p><ul><li><p>What it includes</p></li></ul>",
  office: `<p>City, country</p><ul>${line("Mon-Fri", "9:00 AM-6:00 PM")}</ul>`,
  "contact-form": "",
  "last-updated": "",
  "retention-table": "",
};

const insert = (kind: PageAsideKind) => (chain: ChainedCommands) =>
  chain.insertContent(`<aside class="${kind}">${SAMPLES[kind]}</aside>`);

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

/** What a page has besides what an article has. */
export const PAGE_BLOCKS: EditorAddition = {
  extensions: [block("pageBlock", WRITTEN, true), block("pageWidget", SHOWN, false)],
  tools: [
    tool("stat-row", ChartNoAxesColumn, "Large numbers next to each other", "numbers figures statistics"),
    tool("price-table", BadgeDollarSign, "Offers with prices and what they include", "packages pricing offers plans"),
    tool("contact-form", Mail, "Readers write to the newsroom", "message write mail"),
    tool("office", MapPin, "Where and when the newsroom is", "address hours opening place"),
    tool("last-updated", CalendarClock, "When the page was last changed, above the title", "date changed revision"),
    tool("retention-table", Hourglass, "How long the newsroom keeps what", "privacy data kept periods"),
  ],
  hidden: [],
  dialogs: {},
  dialogOf: () => null,
  placeholder: "Start writing your page, or press / for blocks...",
};
