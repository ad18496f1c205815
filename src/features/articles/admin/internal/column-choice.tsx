import { Columns3 } from "lucide";
import { useId, useRef, useState } from "react";
import { AdminButton, Checkbox } from "#ui/admin/controls.tsx";
import { Icon } from "#ui/icon.tsx";

type Props = { columns: readonly string[]; hidden: readonly string[]; onChange: (hidden: string[]) => void };

/** Which columns the table shows. Not in cards, which have their own two lines. */
export function ColumnChoice({ columns, hidden, onChange }: Props) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className="max-[74rem]:hidden">
      <AdminButton ref={button} popoverTarget={id}>
        <Icon icon={Columns3} size={16} />
        Columns
      </AdminButton>
      <fieldset
        id={id}
        popover="auto"
        className="column-choice"
        aria-label="Columns"
        onToggle={({ currentTarget, newState }) => {
          setIsOpen(newState === "open");
          if (button.current) placeBelow(currentTarget, button.current);
        }}
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

/** What is open above the page has no place in it: it is put where its button is. */
function placeBelow(box: HTMLElement, button: HTMLElement): void {
  const { left, bottom } = button.getBoundingClientRect();
  box.style.left = `${left + window.scrollX}px`;
  box.style.top = `${bottom + window.scrollY}px`;
}
