import {
  autoUpdate,
  computePosition,
  flip,
  offset,
  type Placement,
  shift,
  type VirtualElement,
} from "@floating-ui/dom";
import { type Editor, getMarkRange, isTextSelection, posToDOMRect } from "@tiptap/core";
import { AllSelection } from "@tiptap/pm/state";
import { useEditorState } from "@tiptap/react";
import { ExternalLink, type IconNode, Pencil, Unlink } from "lucide";
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { AdminIconButton } from "#ui/admin/controls.tsx";
import { Tooltip } from "#ui/admin/tooltip.tsx";
import { Icon } from "#ui/icon.tsx";
import type { Passages } from "../rich-text.ts";
import { NoteButton } from "./passages.tsx";
import { isTableAround } from "./table-nodes.ts";
import { ToolButton, ToolStrip } from "./toolbar.tsx";
import { BLOCK_TOOLS, TOOL_SIZE, TOOLS, type Tool, type ToolDialog, toolState } from "./tools.ts";

type Props = {
  editor: Editor;
  /** The field's label, which distinguishes toolbars. */
  label: string;
  passages: Passages | undefined;
  onDialog: (dialog: ToolDialog) => void;
};

/** Floating tools for the selected words or the block at the cursor. */
export function FloatingTools({ editor, label, passages, onDialog }: Props) {
  const isInUse = useIsInUse(editor);
  const words = useEditorState({ editor, selector: ({ editor: current }) => wordsAt(current) });
  // Phones show their own menu at the selection.
  const [hasMouse] = useState(() => window.matchMedia("(pointer: fine)").matches);
  if (!isInUse || editor.isDestroyed) return null;
  return (
    <>
      <BlockTools editor={editor} label={label} onDialog={onDialog} />
      <LinkBar editor={editor} label={label} onEdit={() => onDialog("link")} />
      {words && hasMouse && (
        <SelectionTools editor={editor} label={label} passages={passages} onDialog={onDialog} words={words} />
      )}
    </>
  );
}

/** Whether the focus is in the text or in one of its toolbars. */
function useIsInUse(editor: Editor): boolean {
  const [isInUse, setIsInUse] = useState(false);
  useEffect(() => {
    const onFocus = () => {
      if (editor.isDestroyed) return;
      const { activeElement } = document;
      const frame = editor.view.dom.closest(".editor-frame");
      setIsInUse(!!frame?.contains(activeElement) && !!activeElement?.closest('.editor-page, [role="toolbar"]'));
    };
    onFocus();
    document.addEventListener("focusin", onFocus);
    document.addEventListener("focusout", onFocus);
    return () => {
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("focusout", onFocus);
    };
  }, [editor]);
  return isInUse;
}

const OWNERS = ["table", "gallery", "figure", "image", "aside", "card", "button", "file"];

/** The innermost block with its own tools around the selection. */
function ownerAt({ state, view }: Editor): Element | null {
  const { $from, empty } = state.selection;
  const selected = $from.nodeAfter;
  if (!empty && selected && OWNERS.includes(selected.type.name)) return elementAt(view.nodeDOM($from.pos));
  for (let depth = $from.depth; depth > 0; depth--)
    if (OWNERS.includes($from.node(depth).type.name)) return elementAt(view.nodeDOM($from.before(depth)));
  return null;
}

const elementAt = (node: Node | null) => (node instanceof Element ? node : null);

/** The tools of the table, gallery, callout or card at the cursor. */
function BlockTools({ editor, label, onDialog }: Omit<Props, "passages">) {
  const state = useEditorState({ editor, selector: ({ editor: current }) => toolState(current) });
  const groups = BLOCK_TOOLS.filter(([first]) => first?.shown && state[first.shown]);
  const owner = groups.length > 0 ? ownerAt(editor) : null;
  if (!owner) return null;
  return (
    <FloatingBar anchor={owner} placement="top-start" mayCover>
      <ToolStrip editor={editor} label={`${label}: tools of the block`} className="tool-strip">
        <Groups editor={editor} groups={groups} state={state} onDialog={onDialog} />
      </ToolStrip>
    </FloatingBar>
  );
}

type GroupsProps = Pick<Props, "editor" | "onDialog"> & {
  groups: readonly Tool[][];
  state: ReturnType<typeof toolState>;
};

const Groups = ({ groups, ...tools }: GroupsProps) =>
  groups.map((group) => (
    <div key={group[0]?.label} className="flex shrink-0">
      {group.map((tool) => (
        <ToolButton key={tool.label} tool={tool} {...tools} disabled={false} />
      ))}
    </div>
  ));

const OF_WORDS: Tool[][] = [
  ["Bold", "Italic", "Underline", "Link"],
  ["Heading 2", "Heading 3", "Quote", "Bullet list"],
].map((labels) => labels.flatMap((label) => TOOLS.flat().find((tool) => tool.label === label) ?? []));

type Words = { from: number; to: number };

/** Maximum length read to find out whether a selection has words. */
const MAX_READ = 1_000;

/** The selected words outside code; null for none. Tab selects the full line of a cell. */
function wordsAt({ state }: Editor): Words | null {
  const { selection, doc } = state;
  const { from, to, $from } = selection;
  if (isTableAround(state) && from === $from.start() && to === $from.end()) return null;
  const isText = isTextSelection(selection) || selection instanceof AllSelection;
  if (!isText || selection.empty || $from.parent.type.spec.code) return null;
  return doc.textBetween(from, Math.min(to, from + MAX_READ)).trim() === "" ? null : { from, to };
}

/** Debounce for a selection that grows by keys, in milliseconds. */
const PAUSE_MS = 150;

/** Whether a selection is settled. Escape dismisses it until the next selection. */
function useIsResting(editor: Editor, words: Words): boolean {
  const [resting, setResting] = useState<Words | null>(null);
  const [isDragging, setIsDragging] = useState(false);
  useEffect(() => {
    if (isDragging) return;
    const timer = setTimeout(() => setResting(words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words, isDragging]);
  useEffect(() => {
    if (editor.isDestroyed) return;
    const { dom } = editor.view;
    const onDown = () => setIsDragging(true);
    const onUp = () => setIsDragging(false);
    const onKey = ({ key }: KeyboardEvent) => key === "Escape" && setResting(null);
    dom.addEventListener("keydown", onKey);
    dom.addEventListener("pointerdown", onDown);
    for (const type of ["pointerup", "pointercancel", "dragend"]) window.addEventListener(type, onUp);
    return () => {
      dom.removeEventListener("keydown", onKey);
      dom.removeEventListener("pointerdown", onDown);
      for (const type of ["pointerup", "pointercancel", "dragend"]) window.removeEventListener(type, onUp);
    };
  }, [editor]);
  return resting === words && !isDragging;
}

/** The tools of the selected words, above or below them. */
function SelectionTools({ editor, label, passages, onDialog, words }: Props & { words: Words }) {
  const isShown = useIsResting(editor, words);
  const state = useEditorState({ editor, selector: ({ editor: current }) => toolState(current) });
  const anchor = useMemo(
    () => ({
      contextElement: editor.view.dom,
      getBoundingClientRect: () => posToDOMRect(editor.view, words.from, words.to),
    }),
    [editor, words],
  );
  if (!isShown) return null;
  // Block tools are above the block.
  const placement = BLOCK_TOOLS.some(([first]) => first?.shown && state[first.shown]) ? "bottom" : "top";
  return (
    <FloatingBar anchor={anchor} placement={placement}>
      <ToolStrip editor={editor} label={`${label}: tools of the selection`} className="tool-strip">
        <Groups editor={editor} groups={OF_WORDS} state={state} onDialog={onDialog} />
        {passages && <NoteButton editor={editor} passages={passages} />}
      </ToolStrip>
    </FloatingBar>
  );
}

type FloatingBarProps = {
  /** The anchor, referentially stable while its position is unchanged. */
  anchor: Element | VirtualElement;
  placement: Placement;
  /** Whether it may overlap its anchor to stay in view with a block higher than the screen. */
  mayCover?: boolean;
  children: ReactNode;
};

/** Floats at an anchor in the text: above it, or below if the window or the toolbar leaves no space. */
export function FloatingBar({ anchor, placement, mayCover = false, children }: FloatingBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    const place = async () => {
      const head = element.closest(".editor-frame")?.querySelector(".editor-head")?.getBoundingClientRect().bottom ?? 0;
      const padding = { top: Math.max(0, head) + 4, bottom: 56, left: 8, right: 8 };
      const { x, y } = await computePosition(anchor, element, {
        placement,
        middleware: [offset(mayCover ? 3 : 8), flip({ padding }), shift({ padding, crossAxis: mayCover })],
      });
      element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
      element.style.visibility = "visible";
    };
    // After the frame that shows the keystroke: finding a place lays out the full text.
    let end = () => {};
    let timer: number | undefined;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => {
        end = autoUpdate(anchor, element, () => void place());
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      window.clearTimeout(timer);
      end();
    };
  }, [anchor, placement, mayCover]);
  return (
    <div ref={bar} className="floating-bar">
      {children}
    </div>
  );
}

/** The link around the cursor; null for none. */
function linkAt({ state }: Editor): { from: number; to: number; href: string } | null {
  const { $from, empty } = state.selection;
  const { link } = state.schema.marks;
  const range = empty && link && getMarkRange($from, link);
  if (!range) return null;
  const mark = state.doc.nodeAt(range.from)?.marks.find(({ type }) => type === link);
  return mark ? { ...range, href: String(mark.attrs.href) } : null;
}

type LinkBarProps = { editor: Editor; label: string; onEdit: () => void };

/** Below the link at the cursor: its address and actions. */
function LinkBar({ editor, label, onEdit }: LinkBarProps) {
  const link = useEditorState({ editor, selector: ({ editor: current }) => linkAt(current) });
  const anchor = useMemo(
    () =>
      link && {
        contextElement: editor.view.dom,
        getBoundingClientRect: () => posToDOMRect(editor.view, link.from, link.to),
      },
    [editor, link],
  );
  if (!link || !anchor) return null;
  return (
    <FloatingBar anchor={anchor} placement="bottom-start">
      <ToolStrip editor={editor} label={`${label}: link`} className="tool-strip items-center">
        <span className="max-w-60 truncate pl-2 text-sm text-muted">{link.href}</span>
        <div className="flex">
          <Tooltip text="Open in a new tab">
            <a
              href={link.href}
              target="_blank"
              rel="noopener noreferrer"
              aria-label="Open link"
              data-tool
              tabIndex={-1}
              className="inline-flex size-9 items-center justify-center text-muted hover:bg-surface hover:text-ink pointer-coarse:size-11 pointer-fine:size-8"
            >
              <Icon icon={ExternalLink} size={18} />
            </a>
          </Tooltip>
          <LinkButton label="Edit link" icon={Pencil} onUse={onEdit} />
          <LinkButton
            label="Remove link"
            icon={Unlink}
            onUse={() => editor.chain().focus().extendMarkRange("link").unsetLink().setTextSelection(link.to).run()}
          />
        </div>
      </ToolStrip>
    </FloatingBar>
  );
}

function LinkButton({ label, icon, onUse }: { label: string; icon: IconNode; onUse: () => void }) {
  return (
    <Tooltip text={label}>
      <AdminIconButton label={label} title={undefined} data-tool tabIndex={-1} className={TOOL_SIZE} onClick={onUse}>
        <Icon icon={icon} size={18} />
      </AdminIconButton>
    </Tooltip>
  );
}
