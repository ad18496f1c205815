import {
  ArrowLeft,
  ArrowRight,
  Asterisk,
  BetweenHorizontalEnd,
  BetweenVerticalEnd,
  Captions,
  FileCode,
  FoldHorizontal,
  FoldVertical,
  Grid2x2Plus,
  Grid2x2X,
  type IconNode,
  Image,
  Images,
  Info,
  Lightbulb,
  Link2,
  MessageSquareQuote,
  Minus,
  PanelTop,
  StickyNote,
  TriangleAlert,
} from "lucide";
import type { TableChange } from "./table-nodes.ts";
import type { Tool } from "./tool.ts";

const inTable = (label: string, icon: IconNode, change: TableChange): Tool => ({
  label,
  icon,
  shown: "table",
  run: (chain) => chain.changeTable(change),
});

/** What stands between the lines of the text. */
export const BLOCK_TOOLS: Tool[][] = [
  [
    { label: "Horizontal rule", icon: Minus, run: (chain) => chain.setHorizontalRule() },
    {
      label: "Pull quote",
      icon: MessageSquareQuote,
      keys: "Mod-Alt-Q",
      pressed: "pullQuote",
      run: (chain) => chain.toggleAside("pull-quote"),
    },
    {
      label: "Callout",
      icon: StickyNote,
      keys: "Mod-Alt-O",
      pressed: "callout",
      run: (chain) => chain.toggleCallout(),
    },
    {
      label: "Footnote",
      icon: Asterisk,
      keys: "Mod-Alt-F",
      pressed: "footnote",
      enabled: "canHaveFootnote",
      dialog: "footnote",
    },
  ],
  [
    { label: "Image", icon: Image, pressed: "image", dialog: "picture" },
    {
      label: "Caption and credit",
      icon: Captions,
      pressed: "figure",
      enabled: "canBeFigure",
      run: (chain) => chain.toggleFigure(),
    },
    {
      label: "Gallery",
      icon: Images,
      pressed: "gallery",
      enabled: "canBeGallery",
      run: (chain) => chain.toggleGallery(),
    },
    { label: "Link card", icon: PanelTop, dialog: "card" },
    { label: "Table", icon: Grid2x2Plus, pressed: "table", run: (chain) => chain.insertTable() },
  ],
];

/** What is shown only where it applies. */
export const CONTEXT_TOOLS: Tool[][] = [
  [
    inTable("Add row", BetweenHorizontalEnd, "addRowAfter"),
    inTable("Add column", BetweenVerticalEnd, "addColumnAfter"),
    inTable("Delete row", FoldVertical, "deleteRow"),
    inTable("Delete column", FoldHorizontal, "deleteColumn"),
    inTable("Delete table", Grid2x2X, "deleteTable"),
  ],
  [
    { label: "Move earlier", icon: ArrowLeft, shown: "gallery", run: (chain) => chain.moveInGallery(-1) },
    { label: "Move later", icon: ArrowRight, shown: "gallery", run: (chain) => chain.moveInGallery(1) },
  ],
  [
    { label: "Note", icon: Info, shown: "callout", pressed: "note", run: (chain) => chain.setCallout("callout-note") },
    {
      label: "Tip",
      icon: Lightbulb,
      shown: "callout",
      pressed: "tip",
      run: (chain) => chain.setCallout("callout-tip"),
    },
    {
      label: "Warning",
      icon: TriangleAlert,
      shown: "callout",
      pressed: "warning",
      run: (chain) => chain.setCallout("callout-warning"),
    },
  ],
  [{ label: "Turn into link", icon: Link2, shown: "card", run: (chain) => chain.cardToLink() }],
  [{ label: "Code language", icon: FileCode, shown: "codeBlock", dialog: "language" }],
];
