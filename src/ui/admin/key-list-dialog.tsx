import { createPortal } from "react-dom";
import { AdminButton } from "./controls.tsx";
import { Dialog } from "./dialog.tsx";
import { spokenKeys } from "./key-names.ts";

/** What can be done, and each of the ways to do it. */
export type KeyRow = readonly [what: string, ...keys: string[]];

/** One part of the list of keys. `isTyped`: signs that are typed as they stand, not keys. */
export type KeySection = { title: string; note?: string; rows: readonly KeyRow[]; isTyped?: boolean };

/** The list of keys that "?" opens. */
export function KeyListDialog({ sections, onClose }: { sections: readonly KeySection[]; onClose: () => void }) {
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
