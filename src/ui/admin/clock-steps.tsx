import { Minus, Plus } from "lucide";
import { type KeyboardEvent, useState } from "react";
import { HOUR, MINUTE } from "#shared/time.ts";
import { asUtc, utcWall, type WallTime } from "#shared/zoned-time.ts";
import { Icon } from "../icon.tsx";
import { AdminIconButton } from "./controls.tsx";

/** Of the buttons and keys; any other minute can be typed. */
const MINUTE_STEP = 5;

type Props = { wall: WallTime; onChange: (wall: WallTime) => void };

/** The time of day, an hour and a minute beside each other: typed, or changed in steps. */
export function ClockSteps({ wall, onChange }: Props) {
  const move = (milliseconds: number) => onChange(utcWall(asUtc(wall) + milliseconds));
  // From 9:02 a step leads to 9:05 or 9:00.
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
