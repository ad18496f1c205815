import { createPortal } from "react-dom";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { spokenKeys } from "#ui/admin/key-names.ts";
import { useOfferedActions } from "#ui/admin/screen-actions.tsx";
import type { EditorAddition } from "../rich-text.ts";
import { type KeySection, keySections } from "./key-rows.ts";

type Props = { addition: EditorAddition | undefined; hasNotes: boolean; onClose: () => void };

/** All keys of the editor and its screen, and what typed signs become. */
export function KeysDialog({ addition, hasNotes, onClose }: Props) {
  const offered = useOfferedActions();
  const sections = keySections({ addition, hasNotes, actions: offered() });
  return createPortal(
    <Dialog title="Keys" wide onClose={onClose}>
      <div className="mt-4 gap-x-10 md:columns-2">
        {sections.map((section) => (
          <Keys key={section.title} {...section} />
        ))}
      </div>
      <div className="flex justify-end">
        <AdminButton onClick={onClose}>Close</AdminButton>
      </div>
    </Dialog>,
    document.body,
  );
}

function Keys({ title, note, rows, isTyped = false }: KeySection) {
  return (
    <section className="mb-6">
      <h3 className="mb-1 text-sm font-bold break-after-avoid">{title}</h3>
      {note && <p className="meta break-after-avoid">{note}</p>}
      <dl>
        {rows.map(([what, ...keys]) => (
          <div
            key={what}
            className="flex items-baseline justify-between gap-4 border-b border-rule py-1.5 text-sm break-inside-avoid"
          >
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
