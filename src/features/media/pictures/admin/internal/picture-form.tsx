import { type KeyboardEvent, type PointerEvent, useId } from "react";
import { FormBody } from "#ui/admin/edit-form/form-body.tsx";
import { FormFooter } from "#ui/admin/edit-form/form-footer.tsx";
import { type FormProps, useEditForm } from "#ui/admin/edit-form/use-edit-form.ts";
import type { Discarded } from "#ui/admin/session/kept-sessions.ts";
import { Field } from "#ui/field.tsx";
import { type Described, PICTURE_TEXTS } from "../../rules.ts";
import type { StoredPicture } from "../../schema.ts";
import { versioned } from "../calls.ts";
import { PICTURE_KIND } from "../picture-kind.ts";

type Point = { focal_x: number; focal_y: number };
type FocalPointProps = {
  picture: Pick<StoredPicture, "url" | "alt" | "width" | "height">;
  point: Point;
  onChange: (point: Point) => void;
};

/** Step of an arrow key, as a fraction of the picture. */
const STEP = 0.05;
const KEYS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};
const within = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100) / 100;
const inPercent = (share: number) => `${Math.round(share * 100)}%`;

/** The full picture with its focal point, set by a click or arrow keys, and previews of the crops. */
function FocalPoint({ picture, point, onChange }: FocalPointProps) {
  const hint = useId();
  const { focal_x, focal_y } = point;
  function set({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onChange({ focal_x: within((clientX - left) / width), focal_y: within((clientY - top) / height) });
  }
  function move(event: KeyboardEvent) {
    const step = KEYS[event.key];
    if (!step) return;
    event.preventDefault();
    onChange({ focal_x: within(focal_x + step[0]), focal_y: within(focal_y + step[1]) });
  }
  const at = { left: inPercent(focal_x), top: inPercent(focal_y) };
  return (
    <div>
      <div className="flex justify-center bg-surface">
        <div
          className="relative cursor-crosshair touch-manipulation"
          onPointerDown={(event) => event.button === 0 && set(event)}
        >
          <img
            src={picture.url}
            alt={picture.alt || "The full picture"}
            width={picture.width}
            height={picture.height}
            draggable={false}
            className="block h-auto max-h-[45dvh] w-auto max-w-full select-none"
          />
          <button
            type="button"
            aria-label={`Focal point: ${inPercent(focal_x)} from the left, ${inPercent(focal_y)} from the top`}
            aria-describedby={hint}
            onKeyDown={move}
            style={at}
            className="absolute size-11 -translate-x-1/2 -translate-y-1/2 rounded-full outline-offset-[-6px]"
          >
            <span className="mx-auto block size-6 rounded-full border-2 border-white bg-accent-fill/50 shadow-[0_0_0_1.5px_rgb(0_0_0/0.7)]" />
          </button>
        </div>
      </div>
      <p id={hint} className="meta mt-2">
        The focal point stays visible in every crop. Click the picture to set the focal point, or move it with the arrow
        keys.
      </p>
      <output className="sr-only">{`${inPercent(focal_x)} from the left, ${inPercent(focal_y)} from the top`}</output>
      <ul aria-label="Crops" className="mt-3 flex items-end gap-3">
        {CROPS.map(({ label, ratio }) => (
          <li key={label} className="min-w-0">
            <img
              src={picture.url}
              alt=""
              className={`h-16 border border-rule object-cover ${ratio}`}
              style={{ objectPosition: `${inPercent(focal_x)} ${inPercent(focal_y)}` }}
            />
            <span className="meta text-[0.8125rem]">{label}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const CROPS = [
  { label: "Lead", ratio: "aspect-video" },
  { label: "Card", ratio: "aspect-3/2" },
  { label: "Square", ratio: "aspect-square" },
];

type Props = Pick<FormProps<StoredPicture, Described>, "account" | "restored" | "guard" | "onStored"> & {
  picture: StoredPicture;
  onDiscarded: (discarded: Discarded) => void;
};

/** The picture with its focal point and details, which are stored once and offered for every use. */
export function PictureForm({ picture, onDiscarded, ...rest }: Props) {
  const form = useEditForm(PICTURE_KIND, {
    ...rest,
    row: versioned(picture),
    onDone: () => undefined,
    onCreated: () => undefined,
  });
  const { values, errors, isBusy, change } = form;
  const text = (name: keyof typeof PICTURE_TEXTS) => ({
    name,
    value: values[name],
    error: errors[name],
    maxLength: PICTURE_TEXTS[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  return (
    <FormBody form={form} label="Picture" className="space-y-5" onSubmit={() => void form.save({ staysOpen: true })}>
      <FocalPoint picture={picture} point={values} onChange={change} />
      <Field label="Alternative text" hint="What it shows, for readers who cannot see it." rows={2} {...text("alt")} />
      <Field label="Caption" rows={2} {...text("caption")} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Credit" placeholder="Photographer or agency" autoComplete="off" {...text("credit")} />
        <Field label="Licence" placeholder="CC BY 4.0" autoComplete="off" {...text("licence")} />
      </div>
      <FormFooter form={form} save={isBusy ? "Saving..." : "Save"} onDiscard={() => onDiscarded(form.discard())} />
    </FormBody>
  );
}
