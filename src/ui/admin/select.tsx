import { CSPProvider } from "@base-ui/react/csp-provider";
import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from "react";
import { Icon } from "../icon.tsx";
import { OPTION_LOOK, POPUP_LOOK, POPUP_POSITION, usePopupContainer } from "./dialog.tsx";

/** Delay in milliseconds before a value selected by typing in the closed control is applied. */
const TYPING_DEBOUNCE_MS = 600;

/** The index of the option that each key selects in the closed control. */
const ENDS: Record<string, 0 | -1> = { Home: 0, End: -1 };

/** As high as the search box and the buttons next to a filter. */
const BAR_SIZE = "min-h-9 px-2.5 text-sm pointer-coarse:min-h-11";
/** As high as `Field`, which is next to or below it in a form. */
const FORM_SIZE = "corner min-h-11.5 px-3.5 text-base";

export type Option = { value: string; label: string; hint?: string };

type Props = {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
  /** Hides the label visually and makes the control as small as those of a bar of filters. */
  labelHidden?: boolean;
  disabled?: boolean;
  /** The last line of an incomplete list. It loads more options while the list stays open. */
  more?: { label: string; load: () => void } | undefined;
  className?: string;
};

/** A select: arrows, Home, End and letters choose, as in the browser's own. */
export function Select(props: Props) {
  const { label, value, options, onChange, labelHidden = false, disabled = false, more, className = "" } = props;
  const id = useId();
  const container = usePopupContainer();
  const choose = (chosen: string) => chosen !== value && onChange(chosen);
  const typed = useTypedChoice(choose);
  const shown = typed.value ?? value;
  return (
    <div className={className}>
      <span id={id} className={labelHidden ? "sr-only" : "mb-1.5 block text-sm font-semibold"}>
        {label}
      </span>
      <Base.Root
        value={shown}
        modal={false}
        disabled={disabled}
        onOpenChange={typed.commit}
        onValueChange={(chosen, { reason }) => chosen !== null && (reason === "none" ? typed.set : choose)(chosen)}
      >
        <Base.Trigger
          aria-labelledby={id}
          onBlur={typed.commit}
          onKeyDown={(event) => {
            const end = ENDS[event.key];
            if (end !== undefined) typed.set(options.at(end)?.value ?? value);
            else if (event.key === "Enter" && typed.value !== null) typed.commit();
            else return;
            event.preventDefault();
            event.preventBaseUIHandler();
          }}
          className={`flex w-full min-w-0 items-center justify-between gap-2 border border-faint bg-paper text-left text-ink hover:border-ink disabled:opacity-60 ${labelHidden ? BAR_SIZE : FORM_SIZE}`}
        >
          <span className="min-w-0 truncate">{options.find((option) => option.value === shown)?.label ?? "–"}</span>
          <Icon icon={ChevronDown} size={16} className="shrink-0 text-muted" />
        </Base.Trigger>
        {/* The Content-Security-Policy blocks the style element, which only lists that cover their control need. */}
        <CSPProvider disableStyleElements>
          <Base.Portal container={container}>
            <Base.Positioner {...POPUP_POSITION} alignItemWithTrigger={false}>
              <Base.Popup
                aria-label="Choices"
                onKeyDown={onTab}
                className={`${POPUP_LOOK} min-w-[max(10rem,var(--anchor-width))] max-w-(--available-width) py-1`}
              >
                {options.map((option) => (
                  <Base.Item key={option.value} value={option.value} label={option.label} className={OPTION_LOOK}>
                    <span className="min-w-0 grow wrap-anywhere">{option.label}</span>
                    {option.hint && <span className="shrink-0 text-muted">{option.hint}</span>}
                    <Base.ItemIndicator>
                      <Icon icon={Check} size={16} className="shrink-0 text-accent" />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
                {more && (
                  <Base.Item
                    value="\0more"
                    label={more.label}
                    className={OPTION_LOOK}
                    onClick={(event) => {
                      event.preventBaseUIHandler();
                      more.load();
                    }}
                  >
                    {more.label}
                  </Base.Item>
                )}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </CSPProvider>
      </Base.Root>
    </div>
  );
}

function onTab({ key, currentTarget }: KeyboardEvent) {
  if (key === "Tab") currentTarget.querySelector<HTMLElement>("[data-highlighted]")?.click();
}

/** The option selected by typing in the closed control. Each letter may select another one; the last is applied. */
function useTypedChoice(choose: (value: string) => void) {
  const [value, set] = useState<string | null>(null);
  function commit() {
    if (value === null) return;
    set(null);
    choose(value);
  }
  const commitLatest = useEffectEvent(commit);
  useEffect(() => {
    if (value === null) return;
    const pause = window.setTimeout(() => commitLatest(), TYPING_DEBOUNCE_MS);
    return () => window.clearTimeout(pause);
  }, [value]);
  return { value, set, commit };
}
