import { Columns3 } from "lucide";
import { useId, useLayoutEffect, useRef, useState } from "react";
import { AdminButton, Checkbox } from "#ui/admin/controls.tsx";
import { Icon } from "#ui/icon.tsx";

type Props = { columns: readonly string[]; hidden: readonly string[]; onChange: (hidden: string[]) => void };

/** Which columns the table shows. Not in cards, which have their own two lines. */
export function ColumnChoice({ columns, hidden, onChange }: Props) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLFieldSetElement>(null);
  // With its content, as its width decides whether it fits there.
  useLayoutEffect(() => {
    if (isOpen && box.current && button.current) placeBelow(box.current, button.current);
  }, [isOpen]);
  return (
    <div className="max-[74rem]:hidden">
      <AdminButton ref={button} popoverTarget={id}>
        <Icon icon={Columns3} size={16} />
        Columns
      </AdminButton>
      <fieldset
        ref={box}
        id={id}
        popover="auto"
        className="column-choice"
        aria-label="Columns"
        onToggle={({ newState }) => setIsOpen(newState === "open")}
      >
        {isOpen &&
          columns.map((label) => (
            <Checkbox
              key={label}
              label={label}
              checked={!hidden.includes(label)}
              onChange={(isShown) => onChange(isShown ? hidden.filter((other) => other !== label) : [...hidden, label])}
            />
          ))}
      </fieldset>
    </div>
  );
}

const MARGIN = 8;

/** Puts the open box below its button, and within the window. */
function placeBelow(box: HTMLElement, button: HTMLElement): void {
  const { left, bottom } = button.getBoundingClientRect();
  const last = document.documentElement.clientWidth - box.offsetWidth - MARGIN;
  box.style.left = `${Math.max(MARGIN, Math.min(left, last)) + window.scrollX}px`;
  box.style.top = `${bottom + window.scrollY}px`;
}
