import { type RefObject, useRef } from "react";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";

/** The text in the editor. The editor's notation of an unchanged stored text counts as that text. */
export function useShownText<W extends object>(editor: RefObject<RichTextHandle | null>, field: keyof W & string) {
  const shown = useRef<{ html: string; text: unknown }>(null);
  const stored = (html: unknown) => (html === shown.current?.html ? shown.current?.text : html);
  const asStored = (typed: Partial<W>): Partial<W> =>
    field in typed ? { ...typed, [field]: stored(typed[field]) } : typed;
  return {
    asStored,
    collect: (): Partial<W> => (editor.current ? asStored({ [field]: editor.current.html() } as Partial<W>) : {}),
    /** `isOwnStep`: the user made the change and can undo it. */
    show({ [field]: text }: W, { isOwnStep, report }: { isOwnStep: boolean; report: (shown: Partial<W>) => void }) {
      if (!editor.current || text === stored(editor.current.html())) return;
      editor.current.replace(String(text), isOwnStep ? undefined : "theirs");
      shown.current = { html: editor.current.html(), text };
      report({ [field]: text } as unknown as Partial<W>);
    },
  };
}
