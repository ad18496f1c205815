import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { MessageSquarePlus } from "lucide";
import { AdminIconButton } from "#ui/admin/controls.tsx";
import { ariaKeys, spokenKeys } from "#ui/admin/keyboard.tsx";
import { Icon } from "#ui/icon.tsx";
import { Tooltip } from "#ui/tooltip.tsx";
import type { Passages } from "../rich-text.ts";
import { passageAtCaret } from "./passages-plugin.ts";
import { TOOL_SIZE } from "./tool.ts";
import { noteHere } from "./use-passages.ts";

/** In ProseMirror's notation, as the tools'. */
export const NOTE_KEYS = "Mod-Alt-M";

type Props = { editor: Editor; passages: Passages };

/** The tool that begins a note on the selected words, or opens the one at the caret. */
export function NoteButton({ editor, passages }: Props) {
  const isOnNote = useEditorState({ editor, selector: ({ editor: current }) => passageAtCaret(current) !== null });
  const label = isOnNote ? "Show note" : "Add note";
  return (
    <Tooltip text={`${label} (${spokenKeys(NOTE_KEYS)})`}>
      <AdminIconButton
        label={label}
        title={undefined}
        data-tool
        tabIndex={-1}
        className={TOOL_SIZE}
        aria-keyshortcuts={ariaKeys(NOTE_KEYS)}
        onClick={() => noteHere(editor, passages)}
      >
        <Icon icon={MessageSquarePlus} size={18} />
      </AdminIconButton>
    </Tooltip>
  );
}
