import { Keyboard, ListTree, Search } from "lucide";
import { useState } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Icon } from "#ui/icon.tsx";
import type { TextStats } from "../rich-text.ts";

type Props = {
  stats: TextStats;
  onFind: () => void;
  onKeys: () => void;
  onHeading: (index: number) => void;
};

const counted = (count: number, what: string) => `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;

const ICON_ON_PHONE = "max-sm:w-11 max-sm:px-0";

/** Below the text: how long it is, its outline, and what else can be done with it. */
export function EditorStatus({ stats, onFind, onKeys, onHeading }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { words, characters, minutes, outline } = stats;
  const length = [
    (words > 0 || characters === 0) && counted(words, "word"),
    characters > 0 && counted(characters, "character"),
  ].filter(Boolean);
  return (
    <div className="editor-status">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="meta tabular-nums">
          {length.join(", ")}
          {minutes > 0 && ` · ${minutes} min read`}
        </p>
        <div className="flex flex-wrap">
          {outline.length > 0 && (
            <AdminButton
              variant="quiet"
              className={ICON_ON_PHONE}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              <Icon icon={ListTree} size={16} />
              <span className="max-sm:sr-only">Outline</span>
            </AdminButton>
          )}
          <AdminButton variant="quiet" className={ICON_ON_PHONE} onClick={onFind}>
            <Icon icon={Search} size={16} />
            <span className="max-sm:sr-only">Find</span>
          </AdminButton>
          <AdminButton variant="quiet" className={ICON_ON_PHONE} onClick={onKeys}>
            <Icon icon={Keyboard} size={16} />
            <span className="max-sm:sr-only">Keys</span>
          </AdminButton>
        </div>
      </div>
      {isOpen && outline.length > 0 && (
        <nav aria-label="Outline">
          <ol>
            {outline.map(({ level, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a heading is its place
              <li key={index} data-level={level}>
                <button type="button" onClick={() => onHeading(index)}>
                  {text}
                </button>
              </li>
            ))}
          </ol>
        </nav>
      )}
    </div>
  );
}
