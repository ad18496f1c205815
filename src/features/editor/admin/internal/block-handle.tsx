import type { ChainedCommands, Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection, Selection, TextSelection } from "@tiptap/pm/state";
import { ArrowDown, ArrowUp, Copy, GripVertical, Link2, Pilcrow, Plus, Trash2 } from "lucide";
import { type DragEvent, type MouseEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { headingId } from "#features/content/rules.ts";
import { AdminIconButton } from "#ui/admin/controls.tsx";
import { spokenKeys } from "#ui/admin/keyboard.tsx";
import { Menu, type MenuItem } from "#ui/admin/menu.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { copyText } from "#ui/copy-text.ts";
import { Icon } from "#ui/icon.tsx";
import { canTurn, outerBlocks, turnInto } from "./block-moves.ts";
import { focusText } from "./editor-view.ts";
import { TOOLS } from "./tools.ts";

export const BLOCK_MENU_KEYS = "Mod-/";

const HANDLE_SIZE = "pointer-fine:size-7";
/** Width of the two buttons next to the text, in pixels. */
const ROOM_PX = 60;

/** A top-level block: its position in the document, and the position of its handle. */
type Place = { pos: number; top: number; left: number };

function placeOf({ view }: Editor, block: Element): Place | null {
  const page = block.closest(".editor-page");
  if (!page) return null;
  const pos = view.posAtDOM(view.dom, [...view.dom.childNodes].indexOf(block as HTMLElement));
  const [around, box] = [page.getBoundingClientRect(), block.getBoundingClientRect()];
  const { paddingLeft } = getComputedStyle(view.dom);
  const text = view.dom.getBoundingClientRect().left + Number.parseFloat(paddingLeft);
  const line = Number.parseFloat(getComputedStyle(block).lineHeight) || box.height;
  // Never outside the window.
  return {
    pos,
    top: box.top - around.top + Math.min(line, box.height) / 2,
    left: Math.max(4, text - ROOM_PX) - around.left,
  };
}

/** The top-level block at a vertical position in the window. */
function blockAtHeight({ view }: Editor, y: number): Element | null {
  const { left, width } = view.dom.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, y);
  const block = found && [...ancestors(found)].find((each) => each.parentElement === view.dom);
  return block instanceof HTMLElement && !block.classList.contains("ProseMirror-widget") ? block : null;
}

function* ancestors(element: Element): Generator<Element> {
  for (let each: Element | null = element; each; each = each.parentElement) yield each;
}

/** The block next to the pointer, except while typing and during a drag. */
function usePointedPlace(editor: Editor, isHeld: RefObject<boolean>): [Place | null, (place: Place | null) => void] {
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    if (editor.isDestroyed) return;
    let frame = 0;
    const show = ({ clientX, clientY }: PointerEvent) => {
      if (editor.isDestroyed || isHeld.current) return;
      const { left, right, top, bottom } = editor.view.dom.getBoundingClientRect();
      const isNear = clientX > left - 2 * ROOM_PX && clientX < right && clientY > top && clientY < bottom;
      const block = isNear ? blockAtHeight(editor, clientY) : null;
      if (block || !isNear) setPlace(block && placeOf(editor, block));
    };
    const onMove = (event: PointerEvent) => {
      cancelAnimationFrame(frame);
      if (event.buttons === 0 && event.pointerType === "mouse") frame = requestAnimationFrame(() => show(event));
    };
    const hide = () => setPlace(null);
    const release = () => {
      isHeld.current = false;
      if (!editor.isDestroyed) editor.view.dragging = null;
    };
    window.addEventListener("pointermove", onMove);
    // The dragged handle may have been removed and receive no event itself.
    for (const type of ["drop", "dragend"]) window.addEventListener(type, release);
    editor.on("update", hide);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("pointermove", onMove);
      for (const type of ["drop", "dragend"]) window.removeEventListener(type, release);
      editor.off("update", hide);
    };
  }, [editor, isHeld]);
  return [place, setPlace];
}

const OTHERS = [
  "Heading 1",
  "Heading 2",
  "Heading 3",
  "Bullet list",
  "Numbered list",
  "Quote",
  "Pull quote",
  "Callout",
  "Key points",
  "Toggle",
  "Code block",
];
const TEXT = { label: "Text", icon: Pilcrow, run: (chain: ChainedCommands) => chain };
const TURNS = [TEXT, ...OTHERS.flatMap((label) => TOOLS.flat().find((tool) => tool.label === label) ?? [])];

/** The actions on the top-level block at the selection. `copy` copies the link to a heading. */
function menuOf(editor: Editor, copy: ((anchor: string) => void) | null): MenuItem[][] {
  const { parent, first, last, from } = outerBlocks(editor.state);
  const anchor = copy && headingAnchor(editor.state.doc, from);
  const { commands } = editor;
  const turns = TURNS.flatMap((tool): MenuItem[] =>
    "run" in tool
      ? [
          {
            label: `Turn into ${tool.label.toLowerCase()}`,
            icon: tool.icon,
            run: () => turnInto(editor, tool.run),
          },
        ]
      : [],
  );
  return [
    [
      {
        label: "Move up",
        icon: ArrowUp,
        keys: spokenKeys("Alt-↑"),
        isDisabled: first === 0,
        run: () => commands.moveBlock(-1),
      },
      {
        label: "Move down",
        icon: ArrowDown,
        keys: spokenKeys("Alt-↓"),
        isDisabled: last === parent.childCount - 1,
        run: () => commands.moveBlock(1),
      },
      { label: "Duplicate", icon: Copy, run: () => commands.duplicateBlock() },
      ...(anchor && copy ? [{ label: "Copy link to heading", icon: Link2, run: () => copy(anchor) }] : []),
      { label: "Delete", icon: Trash2, isDanger: true, run: () => commands.deleteBlock() },
    ],
    ...(canTurn(parent.child(first)) ? [turns] : []),
  ];
}

/** Selects a block without a cursor position; otherwise moves the cursor into the block. */
function enterBlock({ state, view }: Editor, pos: number): void {
  const { from, to } = outerBlocks(state);
  const block = state.doc.nodeAt(pos);
  if (!block || (pos >= from && pos < to)) return;
  const $start = state.doc.resolve(pos + 1);
  const selection = block.isAtom ? NodeSelection.create(state.doc, pos) : Selection.near($start);
  view.dispatch(state.tr.setSelection(selection));
}

/** Opens the slash menu on an empty line: the block itself, or a new one below it. */
function addBelow(editor: Editor, pos: number): void {
  const block = editor.state.doc.nodeAt(pos);
  if (!block) return;
  focusText(editor);
  const { schema, tr } = editor.state;
  const isEmptyLine = block.type.name === "paragraph" && block.content.size === 0;
  const line = schema.nodes.paragraph?.create(null, schema.text("/"));
  if (!line) return;
  const at = isEmptyLine ? pos : pos + block.nodeSize;
  tr.replaceWith(at, isEmptyLine ? at + block.nodeSize : at, line);
  editor.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 2)).scrollIntoView());
}

/** Starts ProseMirror's drag of the block; the text shows a line at the drop position. */
function startDrag({ view }: Editor, pos: number, { dataTransfer }: DragEvent): void {
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)));
  const slice = view.state.selection.content();
  dataTransfer.clearData();
  dataTransfer.setData("text/html", view.serializeForClipboard(slice).dom.innerHTML);
  dataTransfer.effectAllowed = "copyMove";
  const block = view.nodeDOM(pos);
  if (block instanceof Element) dataTransfer.setDragImage(block, 0, 0);
  view.dragging = { slice, move: true };
}

type HandlerEvent = MouseEvent & { preventBaseUIHandler?: () => void };

/** Copies the public address of a heading; null if the document has no address yet. */
function useHeadingLink(pageUrl: string | undefined): ((anchor: string) => void) | null {
  const show = useToast();
  if (pageUrl === undefined) return null;
  return async (anchor) => {
    const link = `${pageUrl}#${anchor}`;
    if (await copyText(link)) show({ title: "Link copied", description: link });
    else show({ title: "The link could not be copied", description: link, variant: "destructive" });
  };
}

type Props = { editor: Editor; pageUrl: string | undefined };

/** A + and a handle next to the block under the pointer. The handle can be dragged, or opens the block menu. */
export function BlockHandle({ editor, pageUrl }: Props) {
  const copyHeading = useHeadingLink(pageUrl);
  const isHeld = useRef(false);
  const [place, setPlace] = usePointedPlace(editor, isHeld);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    isHeld.current = isOpen;
  }, [isOpen]);
  const openHere = useEffectEvent(() => {
    const block = editor.view.nodeDOM(outerBlocks(editor.state).from);
    if (block instanceof Element) setPlace(placeOf(editor, block));
    setIsOpen(true);
  });
  useEffect(() => {
    if (editor.isDestroyed) return;
    const { dom } = editor.view;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      openHere();
    };
    dom.addEventListener("keydown", onKey);
    return () => dom.removeEventListener("keydown", onKey);
  }, [editor]);
  if (!place) return null;
  const open = () => {
    enterBlock(editor, place.pos);
    setIsOpen(true);
  };
  return (
    <div className="block-handle" data-open={isOpen || undefined} style={{ top: place.top, left: place.left }}>
      <AdminIconButton
        label="Add a block below"
        tabIndex={-1}
        className={HANDLE_SIZE}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => addBelow(editor, place.pos)}
      >
        <Icon icon={Plus} size={18} />
      </AdminIconButton>
      <Menu
        label="Block"
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <AdminIconButton
            label={`Block: drag to move, click for its menu (${spokenKeys(BLOCK_MENU_KEYS)})`}
            tabIndex={-1}
            className={`${HANDLE_SIZE} cursor-grab`}
            draggable
            onDragStart={(event) => {
              isHeld.current = true;
              startDrag(editor, place.pos, event);
            }}
            // By default the menu would open on press, before a drag can start.
            onMouseDown={(event: HandlerEvent) => event.preventBaseUIHandler?.()}
            onClick={(event: HandlerEvent) => {
              event.preventBaseUIHandler?.();
              open();
            }}
          >
            <Icon icon={GripVertical} size={18} />
          </AdminIconButton>
        }
        groups={isOpen ? menuOf(editor, copyHeading) : []}
        onChosen={() => focusText(editor)}
      />
    </div>
  );
}

/** The public id of the heading at a position; null without a heading with words. */
export function headingAnchor(doc: Node, wanted: number): string | null {
  const taken = new Map<string, number>();
  let notes = 0;
  let anchor: string | null = null;
  doc.descendants((node, pos) => {
    if (anchor !== null) return false;
    if (node.type.name === "footnote") notes += 1;
    if (node.type.name !== "heading") return true;
    let words = "";
    // On the page, a reference is a number and part of the heading's text.
    node.forEach((child) => {
      words += child.type.name === "footnote" ? String(++notes) : (child.text ?? "");
    });
    // Empty headings are not published.
    if (words.trim() === "") return false;
    const id = headingId(words, taken);
    if (pos === wanted) anchor = id;
    return false;
  });
  return anchor;
}
