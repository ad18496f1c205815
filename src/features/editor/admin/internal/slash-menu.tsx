import { shift } from "@floating-ui/dom";
import type { ChainedCommands, Editor } from "@tiptap/core";
import type { ResolvedPos } from "@tiptap/pm/model";
import { PluginKey } from "@tiptap/pm/state";
import { Suggestion, type SuggestionProps } from "@tiptap/suggestion";
import { Images, ImageUp, LibraryBig, MessageSquareText, Pilcrow, SquarePlay } from "lucide";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { Icon } from "#ui/icon.tsx";
import type { EditorAddition } from "../rich-text.ts";
import type { ToolDialog, ToolState } from "./tools.ts";
import { isHiddenTool, TOOLS, type Tool, toolState } from "./tools.ts";

const PARAGRAPH = { label: "Text", icon: Pilcrow, run: (chain: ChainedCommands) => chain.clearNodes() };
const UPLOAD = { label: "Upload Image", icon: ImageUp, dialog: "upload" };
const LIBRARY = { label: "Picture from the library", icon: LibraryBig, dialog: "library" };
const GALLERY = { label: "Gallery", icon: Images, dialog: "gallery" };
const VIDEO = { label: "Video", icon: SquarePlay, dialog: "video" };
const POST = { label: "Post", icon: MessageSquareText, dialog: "post" };

const OFFERS: readonly (readonly [label: string, description: string, words: string])[] = [
  ["Text", "A plain paragraph", "paragraph plain normal body"],
  ["Heading 1", "The largest heading", "h1 title"],
  ["Heading 2", "A section", "h2 section subheading"],
  ["Heading 3", "Part of a section", "h3 subheading"],
  ["Bullet list", "Points in any order", "unordered points ul bullets"],
  ["Numbered list", "Steps, or a ranking", "ordered ol steps"],
  ["Quote", "A quotation from a person or document", "blockquote citation"],
  ["Pull quote", "A line from the text in large type", "blockquote highlight"],
  ["Callout", "A note, tip or warning in a box", "note tip warning box infobox aside"],
  ["Key points", "What the text says, as a short list in a box", "summary takeaways tldr highlights list box"],
  ["Upload Image", "Pictures from this device", "picture photo file img jpg png"],
  ["Picture from the library", "With its caption and credit", "image photo img media choose"],
  ["Image", "By its address, or from the library", "picture photo img address library"],
  [
    "Embed",
    "Your own article, topic or series, or another page, as a card",
    "link card bookmark preview page article topic series",
  ],
  ["Video", "A card that opens the video on its site", "embed youtube vimeo film clip"],
  ["Post", "A card of a social media post", "embed x twitter bluesky mastodon tweet social"],
  ["Toggle", "Text that readers open", "details accordion collapse expand fold faq spoiler"],
  ["Button", "A link that stands out", "link call to action cta"],
  ["File", "A document to download, by its address", "pdf download attachment document"],
  ["Gallery", "Several pictures next to each other", "images photos grid upload carousel slideshow"],
  ["Table", "Rows and columns", "grid rows columns cells spreadsheet"],
  ["Code block", "Source text in its language", "pre program source snippet"],
  ["Footnote", "A source or remark at the end", "reference note source"],
  ["Horizontal rule", "A line between two parts", "divider line break separator hr"],
];

type SlashItem = { tool: Tool; description: string; words: string };

const ALL: readonly Tool[] = [PARAGRAPH, UPLOAD, LIBRARY, GALLERY, VIDEO, POST, ...TOOLS.flat()];
const ITEMS: readonly SlashItem[] = OFFERS.flatMap(([label, description, words]) => {
  const tool = ALL.find((each) => each.label === label);
  return tool ? [{ tool, description, words: `${label.toLowerCase()} ${words}` }] : [];
});

export const isInMenu = ({ label }: Tool): boolean => ITEMS.some((item) => item.tool.label === label);

/** The items with a word that starts with the typed text, matching labels first. */
export function slashItems(query: string, state: ToolState, addition?: EditorAddition): SlashItem[] {
  const typed = query.toLowerCase();
  const own = (addition?.tools ?? []).map((tool) => ({
    tool,
    description: tool.description,
    words: `${tool.label.toLowerCase()} ${tool.words}`,
  }));
  const found = [...own, ...ITEMS].filter(
    ({ tool, words }) =>
      !isHiddenTool(tool, addition?.hidden) &&
      (!tool.enabled || state[tool.enabled]) &&
      words.split(" ").some((word) => word.startsWith(typed)),
  );
  const isByLabel = ({ words }: SlashItem) => words.startsWith(typed);
  return [...found.filter(isByLabel), ...found.filter((item) => !isByLabel(item))];
}

/** Whether a slash at the start of a word opens the menu: in paragraphs and headings, not in code. */
export const takesSlash = ($pos: ResolvedPos): boolean =>
  ["paragraph", "heading"].includes($pos.parent.type.name) && !$pos.marks().some(({ type }) => type.spec.code);

const KEY = new PluginKey("slashMenu");
type Shown = SuggestionProps<SlashItem, SlashItem>;
type Props = { editor: Editor; addition: EditorAddition | undefined; onDialog: (dialog: ToolDialog) => void };

/** The slash menu at the cursor: typing filters, arrows select, Enter inserts, Esc closes. */
export function SlashMenu({ editor, addition, onDialog }: Props) {
  const id = useId();
  const [container] = useState(() => Object.assign(document.createElement("div"), { className: "z-40" }));
  const [shown, setShown] = useState<Shown | null>(null);
  const [at, setAt] = useState(0);
  const items = shown?.items ?? [];
  const hasLibrary = useHasNewsroom();

  const run = useEffectEvent(({ tool }: SlashItem, range: Shown["range"]) => {
    editor.chain().focus().deleteRange(range).run();
    if ("dialog" in tool) onDialog(tool.dialog);
    else tool.run(editor.chain().focus()).run();
  });
  const onKey = useEffectEvent((event: KeyboardEvent): boolean => {
    const item = items[at];
    if (!item) return false;
    if (event.key === "ArrowDown") setAt((at + 1) % items.length);
    else if (event.key === "ArrowUp") setAt((at + items.length - 1) % items.length);
    else if (event.key === "Enter" || event.key === "Tab") shown?.command(item);
    else return false;
    return true;
  });

  useEffect(() => {
    let unmount: (() => void) | undefined;
    const plugin = Suggestion<SlashItem, SlashItem>({
      pluginKey: KEY,
      editor,
      char: "/",
      floatingUi: { strategy: "fixed", middleware: [shift({ padding: 8 })] },
      allow: ({ state, range }) => takesSlash(state.doc.resolve(range.from)),
      items: ({ query }) =>
        slashItems(query, toolState(editor), addition).filter(({ tool }) => tool !== LIBRARY || hasLibrary),
      command: ({ range, props }) => run(props, range),
      render: () => ({
        onStart: (props) => {
          unmount = props.mount(container);
          setAt(0);
          setShown(props);
        },
        onUpdate: (props) => {
          setAt(0);
          setShown(props);
        },
        onExit: () => {
          unmount?.();
          setShown(null);
        },
        onKeyDown: ({ event }) => onKey(event),
      }),
    });
    // Before all others, so that Enter starts no line while the menu is open.
    editor.registerPlugin(plugin, (added, plugins) => [added, ...plugins]);
    return () => {
      unmount?.();
      if (!editor.isDestroyed) editor.unregisterPlugin(KEY);
    };
  }, [editor, addition, container, hasLibrary]);
  useActiveOption(editor, items.length > 0 ? `${id}-list` : null, `${id}-${at}`);

  return createPortal(
    items.length > 0 && (
      <Items id={id} items={items} at={at} onChoose={(item) => shown?.command(item)} onPoint={setAt} />
    ),
    container,
  );
}

/** Exposes the selected item to assistive technology while the focus stays in the text. */
function useActiveOption(editor: Editor, list: string | null, option: string): void {
  useEffect(() => {
    if (list === null || editor.isDestroyed) return;
    const { dom } = editor.view;
    dom.setAttribute("aria-controls", list);
    dom.setAttribute("aria-activedescendant", option);
    return () => {
      dom.removeAttribute("aria-controls");
      dom.removeAttribute("aria-activedescendant");
    };
  }, [editor, list, option]);
}

type ItemsProps = {
  id: string;
  items: readonly SlashItem[];
  at: number;
  onChoose: (item: SlashItem) => void;
  onPoint: (at: number) => void;
};

function Items({ id, items, at, onChoose, onPoint }: ItemsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);
  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label="Insert" className="slash-menu">
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the editor keeps the focus and handles the keys
        // biome-ignore lint/a11y/useFocusableInteractive: never focused: see useActiveOption
        <div
          key={item.tool.label}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          aria-labelledby={`${id}-${index}-label`}
          aria-describedby={`${id}-${index}-description`}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => onPoint(index)}
          onClick={() => onChoose(item)}
        >
          <Icon icon={item.tool.icon} size={20} className="shrink-0 text-muted" />
          <span className="min-w-0">
            <span id={`${id}-${index}-label`} className="block font-semibold">
              {item.tool.label}
            </span>
            <span id={`${id}-${index}-description`} className="block text-[0.8125rem] text-muted">
              {item.description}
            </span>
          </span>
        </div>
      ))}
    </div>
  );
}
