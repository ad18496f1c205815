import { CalendarDays } from "lucide";
import { type RefObject, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { wallIn, zoneWords } from "#shared/zoned-time.ts";
import { Icon } from "../icon.tsx";
import { CalendarGrid } from "./calendar-grid.tsx";
import { ClockSteps } from "./clock-steps.tsx";
import { AdminButton, AdminIconButton } from "./controls.tsx";
import { Floating } from "./floating.tsx";
import { isInstant, problemOf, readValue, settle, shownValue, twinOf, wallOf } from "./zoned-value.ts";

type Props = {
  label: string;
  name?: string;
  /** ISO 8601 in UTC; null for none; what was typed and cannot be read is handed on as it is (`isInstant`, `problemOf`). */
  value: string | null;
  /** The zone its times are in, by its IANA name; null as long as that is not known. */
  zone: string | null;
  error?: string | undefined;
  hint?: string | undefined;
  className?: string;
  onChange: (value: string | null) => void;
};

/** A text that is being typed, the value before it, and the one it stands for: another one replaces it. */
type Typed = { text: string; before: string | null; value: string | null };

/** A date and a time of day in a named time zone: typed in any usual form, or chosen from a calendar. */
export function DateTimeField({ label, name, value, zone, error, hint, className = "", onChange }: Props) {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  // As long as it is typed, the text stays as it is.
  const [typed, setTyped] = useState<Typed | null>(null);
  const [note, setNote] = useState<{ of: string | null; words: string } | null>(null);
  const at = zone ?? "UTC";
  const set = (next: { value: string | null; note: string | null }) => {
    setNote(next.note === null || !isInstant(next.value) ? null : { of: next.value, words: next.note });
    onChange(next.value);
  };
  const problem = error ?? (typed === null ? problemOf(value) : undefined);
  const notes = [`${id}-zone`, hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(" ");
  const twin = twinOf(value, at);
  function close() {
    flushSync(() => setIsOpen(false));
    field.current?.querySelector<HTMLElement>("button")?.focus();
  }
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <div
        ref={field}
        className={`flex items-center border bg-paper focus-within:border-ink ${problem ? "border-down" : "border-faint"}`}
      >
        <input
          id={id}
          name={name}
          autoComplete="off"
          spellCheck={false}
          placeholder="24 Nov 2026, 09:00"
          disabled={zone === null}
          aria-invalid={problem ? true : undefined}
          aria-describedby={notes}
          value={typed && typed.value === value ? typed.text : shownValue(value, at)}
          onChange={({ target }) => {
            const before = typed ? typed.before : value;
            const next = readValue(target.value, before, at, Date.now());
            setTyped({ text: target.value, before, value: next.value });
            set(next);
          }}
          onBlur={() => setTyped(null)}
          className="min-w-0 grow bg-transparent px-3.5 py-2.5 text-base tabular-nums placeholder:text-faint disabled:opacity-60"
        />
        <AdminIconButton
          label={`Choose ${label.toLowerCase()}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          disabled={zone === null}
          className="mr-1"
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon icon={CalendarDays} size={18} />
        </AdminIconButton>
      </div>
      <p id={`${id}-zone`} className="meta mt-1.5">
        {zone && zoneWords(zone, isInstant(value) ? Date.parse(value) : Date.now())}
      </p>
      {hint && (
        <p id={`${id}-hint`} className="meta mt-1">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-down">
          {problem}
        </p>
      )}
      <p role="status" className="text-sm font-medium not-empty:mt-1.5">
        {note !== null && note.of === value && note.words}
        {twin && `The clocks go back, and show this time twice. Meant is the ${twin.isLater ? "first" : "second"}.`}
      </p>
      {twin && (
        <AdminButton className="mt-1.5" onClick={() => onChange(twin.value)}>
          Take the {twin.isLater ? "second" : "first"}
        </AdminButton>
      )}
      {isOpen && <Chooser anchor={field} label={label} value={value} zone={at} onChange={set} onClose={close} />}
    </div>
  );
}

type ChooserProps = {
  anchor: RefObject<HTMLElement | null>;
  label: string;
  value: string | null;
  zone: string;
  onChange: (next: { value: string; note: string | null }) => void;
  onClose: () => void;
};

/** The calendar and the clock. A press outside or Esc leaves what was chosen. */
function Chooser({ anchor, label, value, zone, onChange, onClose }: ChooserProps) {
  const now = Date.now();
  const wall = wallOf(value, zone, now);
  return (
    <Floating
      anchor={anchor}
      onAway={onClose}
      role="dialog"
      aria-label={`Choose ${label.toLowerCase()}`}
      className="p-3"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <CalendarGrid
        chosen={isInstant(value) ? wall : null}
        today={wallIn(zone, now)}
        onChoose={(day) => onChange(settle(wallOf(value, zone, now, day), zone))}
      />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2 border-t border-rule pt-3">
        <ClockSteps wall={wall} onChange={(next) => onChange(settle(next, zone))} />
        <AdminButton variant="primary" className="grow" onClick={onClose}>
          Done
        </AdminButton>
      </div>
    </Floating>
  );
}
