import { useState } from "react";
import { DAY } from "#shared/time.ts";
import { wallIn, zoneWords } from "#shared/zoned-time.ts";
import { CalendarField, useTypedText } from "./calendar-field.tsx";
import { CalendarGrid } from "./calendar-grid.tsx";
import { ClockSteps } from "./clock-steps.tsx";
import { AdminButton } from "./controls.tsx";
import { timeText } from "./typed-time.ts";
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

/** What may be typed: nine o'clock in a week. */
const exampleTime = (zone: string) => timeText({ ...wallIn(zone, Date.now() + 7 * DAY), hour: 9, minute: 0 });

/** A date and a time of day in a named time zone: typed in any usual form, or chosen from a calendar. */
export function DateTimeField({ label, name, value, zone, error, hint, className = "", onChange }: Props) {
  const at = zone ?? "UTC";
  const typed = useTypedText(value, shownValue(value, at));
  const [note, setNote] = useState<{ of: string | null; words: string } | null>(null);
  const set = (next: { value: string | null; note: string | null }) => {
    setNote(next.note === null || !isInstant(next.value) ? null : { of: next.value, words: next.note });
    onChange(next.value);
  };
  const twin = twinOf(value, at);
  return (
    <CalendarField
      label={label}
      name={name}
      text={typed.text}
      placeholder={exampleTime(at)}
      choose={`Choose ${label.toLowerCase()}`}
      disabled={zone === null}
      problem={error ?? (typed.isTyping ? undefined : problemOf(value))}
      hint={hint}
      note={zone && zoneWords(zone, isInstant(value) ? Date.parse(value) : Date.now())}
      className={className}
      onText={(text) => {
        const next = readValue(text, typed.before, at, Date.now());
        typed.type(text, next.value);
        set(next);
      }}
      onBlur={typed.end}
      popupLabel={`Choose ${label.toLowerCase()}`}
      popup={(close) => <Chooser value={value} zone={at} onChange={set} onClose={close} />}
    >
      <p role="status" className="text-sm font-medium not-empty:mt-1.5">
        {note !== null && note.of === value && note.words}
        {twin && `The clocks go back, and show this time twice. Meant is the ${twin.isLater ? "first" : "second"}.`}
      </p>
      {twin && (
        <AdminButton className="mt-1.5" onClick={() => onChange(twin.value)}>
          Take the {twin.isLater ? "second" : "first"}
        </AdminButton>
      )}
    </CalendarField>
  );
}

type ChooserProps = {
  value: string | null;
  zone: string;
  onChange: (next: { value: string; note: string | null }) => void;
  onClose: () => void;
};

/** The calendar and the clock. */
function Chooser({ value, zone, onChange, onClose }: ChooserProps) {
  const now = Date.now();
  const wall = wallOf(value, zone, now);
  return (
    <>
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
    </>
  );
}
