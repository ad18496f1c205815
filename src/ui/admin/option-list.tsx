import { Check } from "lucide";
import { type RefObject, useLayoutEffect } from "react";
import { Icon } from "../icon.tsx";
import { Floating } from "./floating.tsx";
import type { Option } from "./select.tsx";

type Props = {
  /** Of the list; an option's ends in its number. */
  id: string;
  anchor: RefObject<HTMLElement | null>;
  options: readonly Option[];
  /** The number of the active option; -1 for none. */
  at: number;
  /** The value that is chosen, and marked. */
  chosen?: string;
  onChoose: (option: Option) => void;
  onAway: () => void;
};

/** The id of an option for `aria-activedescendant`; undefined if there is none at that number. */
export const optionId = (id: string, options: readonly Option[], at: number): string | undefined =>
  options[at] && `${id}-${at}`;

/** The options of a control that keeps the focus and names the active one. */
export function OptionList({ id, anchor, options, at, chosen, onChoose, onAway }: Props) {
  useLayoutEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [id, at]);
  return (
    <Floating anchor={anchor} isAsWide onAway={onAway} className="min-w-40">
      <div id={id} role="listbox" aria-label="Choices" className="py-1">
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the control, which names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the control has the keys
          <div
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={chosen === undefined ? index === at : option.value === chosen}
            data-active={index === at || undefined}
            className="flex min-h-9 cursor-pointer items-center gap-2 px-2.5 py-1.5 text-sm hover:bg-surface data-active:bg-surface pointer-coarse:min-h-11"
            // The control keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option)}
          >
            <span className="min-w-0 grow wrap-anywhere">{option.label}</span>
            {option.hint && <span className="shrink-0 text-muted">{option.hint}</span>}
            {option.value === chosen && <Icon icon={Check} size={16} className="shrink-0 text-accent" />}
          </div>
        ))}
      </div>
    </Floating>
  );
}
