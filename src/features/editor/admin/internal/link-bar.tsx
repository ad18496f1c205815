import { type Editor, getMarkRange, posToDOMRect } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { ExternalLink, type IconNode, Pencil, Unlink } from "lucide";
import { useMemo } from "react";
import { AdminIconButton } from "#ui/admin/controls.tsx";
import { Icon } from "#ui/icon.tsx";
import { Tooltip } from "#ui/tooltip.tsx";
import { FloatingBar } from "./floating-bar.tsx";
import { ToolStrip } from "./toolbar.tsx";
import { TOOL_SIZE } from "./tools.ts";

/** The link around the cursor; null for none. */
export function linkAt({ state }: Editor): { from: number; to: number; href: string } | null {
  const { $from, empty } = state.selection;
  const { link } = state.schema.marks;
  const range = empty && link && getMarkRange($from, link);
  if (!range) return null;
  const mark = state.doc.nodeAt(range.from)?.marks.find(({ type }) => type === link);
  return mark ? { ...range, href: String(mark.attrs.href) } : null;
}

type Props = { editor: Editor; label: string; onEdit: () => void };

/** Below the link at the cursor: where it leads, and what can be done with it. */
export function LinkBar({ editor, label, onEdit }: Props) {
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
