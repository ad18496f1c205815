import { CSPProvider } from "@base-ui/react/csp-provider";
import { Menu as Base } from "@base-ui/react/menu";
import type { IconNode } from "lucide";
import { Check } from "lucide";
import { type ReactElement, useRef } from "react";
import { Icon } from "../icon.tsx";
import { OPTION_LOOK, POPUP_LOOK, POPUP_POSITION, usePopupContainer } from "./dialog.tsx";

export type MenuItem = {
  label: string;
  icon?: IconNode;
  /** Its shortcut in readable form. */
  keys?: string | undefined;
  /** Makes the item a toggle. */
  isOn?: boolean | undefined;
  isDisabled?: boolean;
  isDanger?: boolean;
  run: () => void;
};

type Props = {
  /** Names the list for assistive technology. */
  label: string;
  /** The button that opens it. */
  trigger: ReactElement;
  groups: readonly (readonly MenuItem[])[];
  /** Moves the focus after a choice. Escape returns it to the button. */
  onChosen: () => void;
  open?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
};

/** A menu button: arrows and letters select, Enter runs, Escape closes. */
export function Menu({ label, trigger, groups, onChosen, open, onOpenChange }: Props) {
  const container = usePopupContainer();
  const chosen = useRef<MenuItem | null>(null);
  /** Runs the choice after the menu has closed, because closing returns the focus. */
  function finalFocus(): boolean {
    const item = chosen.current;
    chosen.current = null;
    if (!item) return true;
    queueMicrotask(() => {
      onChosen();
      item.run();
    });
    return false;
  }
  const choose = (item: MenuItem) => {
    chosen.current = item;
  };
  return (
    <Base.Root modal={false} {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
      <Base.Trigger render={trigger} />
      <CSPProvider disableStyleElements>
        <Base.Portal container={container}>
          <Base.Positioner {...POPUP_POSITION}>
            <Base.Popup
              aria-label={label}
              finalFocus={finalFocus}
              className={`${POPUP_LOOK} min-w-60 max-w-(--available-width) py-1`}
            >
              {groups.map((group) => (
                <Base.Group
                  key={group[0]?.label}
                  className="border-rule not-first:mt-1 not-first:border-t not-first:pt-1"
                >
                  {group.map((item) => (
                    <Item key={item.label} item={item} onChoose={choose} />
                  ))}
                </Base.Group>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </CSPProvider>
    </Base.Root>
  );
}

function Item({ item, onChoose }: { item: MenuItem; onChoose: (item: MenuItem) => void }) {
  const { label, icon, keys, isOn, isDisabled = false, isDanger = false } = item;
  const shared = {
    label,
    disabled: isDisabled,
    className: `${OPTION_LOOK} data-disabled:cursor-default data-disabled:opacity-50 ${isDanger ? "text-down" : ""}`,
    onClick: () => onChoose(item),
  };
  const content = (
    <>
      {icon && <Icon icon={icon} size={18} className="shrink-0" />}
      <span className="min-w-0 grow wrap-anywhere">{label}</span>
      {keys && (
        <span aria-hidden="true" className="shrink-0 pl-4 text-[0.8125rem] text-muted pointer-coarse:hidden">
          {keys}
        </span>
      )}
      {isOn && <Icon icon={Check} size={16} className="shrink-0 text-accent" />}
    </>
  );
  if (isOn === undefined) return <Base.Item {...shared}>{content}</Base.Item>;
  return (
    <Base.CheckboxItem {...shared} checked={isOn} closeOnClick>
      {content}
    </Base.CheckboxItem>
  );
}
