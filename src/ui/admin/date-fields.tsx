import { Minus, Plus } from "lucide";
import { type KeyboardEvent, useState } from "react";
import { asUtc, DAY, HOUR, MINUTE, utcWall, type WallTime, wallIn, zoneWords } from "#shared/time.ts";
import { Icon } from "../icon.tsx";
import { CalendarField, CalendarGrid, useTypedText } from "./calendar-field.tsx";
import { AdminButton, AdminIconButton } from "./controls.tsx";
import {
  dayOf,
  isInstant,
  problemOf,
  problemOfDay,
  readDayValue,
  readValue,
  settle,
  shownDay,
  shownValue,
  twinOf,
  valueOfDay,
  wallOf,
} from "./date-values.ts";
import { dayText, timeText } from "./typed-time.ts";

type Props = {
  label: string;
  isInLine?: boolean;
  name?: string;
  /** An ISO day, `2026-11-24`; empty for none. Text that cannot be parsed is passed on unchanged (`problemOfDay`). */
  value: string;
  /** Today in the time zone of the date, in ISO 8601. */
  today: string;
  required?: boolean;
  error?: string | undefined;
  hint?: string | undefined;
  className?: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
};

/** A date, usually a past one: typed in any common format, or chosen from a calendar. */
export function DateField({ value, today, error, onChange, onBlur, ...rest }: Props) {
  const typed = useTypedText(value, shownDay(value));
  const now = dayOf(today) ?? { year: 2000, month: 1, day: 1 };
  return (
    <CalendarField
      {...rest}
      text={typed.text}
      placeholder={dayText(now)}
      // Named alike in a form with several: the field's label describes it.
      choose="Choose a day"
      problem={error ?? (typed.isTyping ? undefined : problemOfDay(value, today))}
      onText={(text) => {
        const next = readDayValue(text, now);
        typed.type(text, next);
        onChange(next);
      }}
      onBlur={() => {
        typed.end();
        onBlur?.();
      }}
      popupLabel={`Choose a day: ${rest.label}`}
      popup={(close) => (
        <CalendarGrid
          chosen={dayOf(value)}
          today={now}
          onChoose={(day) => {
            onChange(valueOfDay(day));
            close();
          }}
        />
      )}
    />
  );
}

type DateTimeFieldProps = {
  label: string;
  name?: string;
  /** ISO 8601 in UTC; null for none. Text that cannot be parsed is passed on unchanged (`isInstant`, `problemOf`). */
  value: string | null;
  /** IANA name of the field's time zone; null until it is known. */
  zone: string | null;
  error?: string | undefined;
  hint?: string | undefined;
  className?: string;
  onChange: (value: string | null) => void;
};

/** An example of an accepted text: nine o'clock in a week. */
const exampleTime = (zone: string) => timeText({ ...wallIn(zone, Date.now() + 7 * DAY), hour: 9, minute: 0 });

/** A date and time in a named time zone: typed in any common format, or chosen from a calendar. */
export function DateTimeField({ label, name, value, zone, error, hint, className = "", onChange }: DateTimeFieldProps) {
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
        {twin && `The clocks go back, so this time occurs twice. This is the ${twin.isLater ? "first" : "second"}.`}
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

/** Step of the buttons and keys, in minutes. Any other minute can be typed. */
const MINUTE_STEP = 5;

type ClockProps = { wall: WallTime; onChange: (wall: WallTime) => void };

/** Hour and minute fields, typed or changed in steps. */
export function ClockSteps({ wall, onChange }: ClockProps) {
  const move = (milliseconds: number) => onChange(utcWall(asUtc(wall) + milliseconds));
  // Steps snap to the grid: 9:02 goes to 9:05 or 9:00.
  const toStep = (steps: number) => {
    const rest = wall.minute % MINUTE_STEP;
    const whole = steps > 0 ? MINUTE_STEP - rest : -(rest || MINUTE_STEP);
    move(whole * MINUTE);
  };
  return (
    <div className="flex items-center justify-center gap-1">
      <Step
        label="Hour"
        value={wall.hour}
        max={23}
        onStep={(steps) => move(steps * HOUR)}
        onType={(hour) => onChange({ ...wall, hour })}
      />
      <span aria-hidden="true" className="font-semibold">
        :
      </span>
      <Step
        label="Minute"
        value={wall.minute}
        max={59}
        onStep={toStep}
        onType={(minute) => onChange({ ...wall, minute })}
      />
    </div>
  );
}

type StepProps = {
  label: string;
  value: number;
  max: number;
  onStep: (steps: 1 | -1) => void;
  onType: (value: number) => void;
};

function Step({ label, value, max, onStep, onType }: StepProps) {
  const [typed, setTyped] = useState<string | null>(null);
  function onKeyDown(event: KeyboardEvent) {
    const steps = { ArrowUp: 1, ArrowDown: -1 } as const;
    const step = steps[event.key as keyof typeof steps];
    if (!step) return;
    event.preventDefault();
    setTyped(null);
    onStep(step);
  }
  function type(text: string) {
    if (!/^\d{0,2}$/.test(text)) return;
    setTyped(text);
    if (text !== "" && Number(text) <= max) onType(Number(text));
  }
  return (
    <div className="flex items-center">
      <AdminIconButton label={`${label} down`} tabIndex={-1} onClick={() => onStep(-1)}>
        <Icon icon={Minus} size={15} />
      </AdminIconButton>
      <input
        type="text"
        inputMode="numeric"
        role="spinbutton"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={max}
        autoComplete="off"
        value={typed ?? String(value).padStart(2, "0")}
        onFocus={({ target }) => target.select()}
        onBlur={() => setTyped(null)}
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKeyDown}
        className="h-9 w-10 border border-faint bg-paper text-center text-base tabular-nums pointer-coarse:h-11"
      />
      <AdminIconButton label={`${label} up`} tabIndex={-1} onClick={() => onStep(1)}>
        <Icon icon={Plus} size={15} />
      </AdminIconButton>
    </div>
  );
}
