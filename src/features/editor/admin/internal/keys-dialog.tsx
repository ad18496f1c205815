import { createPortal } from "react-dom";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { spokenKeys } from "#ui/admin/key-names.ts";
import { NOTE_KEYS } from "./note-button.tsx";
import { TOOLS } from "./tools.ts";

type Row = readonly [what: string, ...keys: string[]];

const WRITING: readonly Row[] = [
  ["Insert anything", "/"],
  ["Find articles, pictures, issues, screens and actions, with no words selected", "Mod-K"],
  ["Find and replace", "Mod-F"],
  ["Line break", "Shift-Enter"],
  ["Change the selected image or footnote", "Enter"],
  ["Indent or outdent a list item; next or previous cell", "Tab", "Shift-Tab"],
  ["Save", "Mod-S"],
  ["Toolbar, and back to the text", "Alt-F10", "Esc"],
  ["Leave the text", "Esc", "Tab"],
  ["These keys, outside of a text", "?"],
];

const NOTE: Row = ["Note on the selected words, or the one at the cursor", NOTE_KEYS];

const TYPED: readonly Row[] = [
  ["Heading", "# ", "## ", "### "],
  ["List", "- ", "1. "],
  ["Quote", "> "],
  ["Code block, with its language", "```", "```js"],
  ["Divider", "---"],
  ["Bold, italic, struck through, code", "**a**", "*a*", "~~a~~", "`a`"],
  ["Dash, ellipsis", "--", "..."],
];

/** All keys of the editor, and what typed signs become. */
export function KeysDialog({ hasNotes, onClose }: { hasNotes: boolean; onClose: () => void }) {
  const tools = TOOLS.flat().flatMap(({ label, keys }): Row[] => (keys === undefined ? [] : [[label, keys]]));
  return createPortal(
    <Dialog title="Keys" wide onClose={onClose}>
      <div className="mt-4 grid gap-x-10 gap-y-6 md:grid-cols-2">
        <Keys title="Formatting" rows={tools} />
        <div className="space-y-6">
          <Keys title="Writing" rows={hasNotes ? [...WRITING, NOTE] : WRITING} />
          <Keys title="While you type" rows={TYPED} isTyped />
        </div>
      </div>
      <div className="mt-6 flex justify-end">
        <AdminButton onClick={onClose}>Close</AdminButton>
      </div>
    </Dialog>,
    document.body,
  );
}

function Keys({ title, rows, isTyped = false }: { title: string; rows: readonly Row[]; isTyped?: boolean }) {
  return (
    <section>
      <h3 className="mb-1 text-sm font-bold">{title}</h3>
      <dl>
        {rows.map(([what, ...keys]) => (
          <div key={what} className="flex items-baseline justify-between gap-4 border-b border-rule py-1.5 text-sm">
            <dt>{what}</dt>
            <dd className="flex shrink-0 flex-wrap justify-end gap-1">
              {keys.map((each) => (
                <kbd
                  key={each}
                  className="border border-rule bg-surface px-1.5 font-sans text-[0.8125rem] whitespace-pre"
                >
                  {isTyped ? each : spokenKeys(each)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
