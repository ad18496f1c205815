import "react-image-crop/dist/ReactCrop.css";
import { RotateCcw, RotateCw } from "lucide";
import { useEffect, useState } from "react";
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from "react-image-crop";
import { isReplaceable } from "#features/media/pictures/rules.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { AdminButton, Checkbox, RadioGroup } from "#ui/admin/controls.tsx";
import { ConfirmDialog, Dialog } from "#ui/admin/dialog.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Icon } from "#ui/icon.tsx";
import type { PictureUse, StoredPicture } from "../../schema.ts";
import { editPicture, replacePicture, thumbnailUrl } from "../calls.ts";
import { nameOf } from "../picture-kind.ts";
import { PicturePicker } from "../picture-picker.tsx";

type ReplaceDialogProps = {
  picture: StoredPicture;
  /** The uses of the picture. */
  uses: readonly PictureUse[];
  onReplaced: (by: StoredPicture) => void;
  onClose: () => void;
};

const places = (count: number) => (count === 1 ? "1 place" : `${count} places`);

/** Chooses another picture and replaces this one in all uses. */
export function ReplaceDialog({ picture, uses, onReplaced, onClose }: ReplaceDialogProps) {
  const [chosen, setChosen] = useState<StoredPicture | null>(null);
  const { isBusy, replace } = useReplace();
  if (!chosen)
    return (
      <PicturePicker
        title={`Replace “${nameOf(picture)}” by...`}
        without={picture.id}
        onChoose={setChosen}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      title="Replace it everywhere?"
      confirm={isBusy ? "Replacing..." : "Replace"}
      isBusy={isBusy}
      onConfirm={async () => {
        if (await replace(picture, chosen)) onReplaced(chosen);
      }}
      onCancel={() => setChosen(null)}
    >
      <div className="flex items-center gap-3">
        <img src={thumbnailUrl(picture)} alt="Now" className="size-20 object-cover" />
        <span aria-hidden="true">→</span>
        <img src={thumbnailUrl(chosen)} alt="Then" className="size-20 object-cover" />
      </div>
      <p className="mt-3">{whatChanges(uses)}</p>
    </ConfirmDialog>
  );
}

/** Describes the effect of replacing a picture. */
export function whatChanges(uses: readonly PictureUse[]): string {
  const changing = uses.filter(isReplaceable).length;
  const kept = uses.length - changing;
  const rest = "Their texts do not change.";
  if (kept === 0)
    return `${changing === 1 ? "The one place that shows" : `All ${changing} places that show`} this picture will show the other one. ${rest}`;
  const why = [
    uses.some((use) => use.is_sent) && "newsletters that were sent",
    uses.some((use) => use.is_trashed) && "articles in the trash",
    uses.some(({ type }) => type === "template") && "templates",
  ].filter((each) => each !== false);
  return `${changing} of ${uses.length} places will show the other picture. ${rest} The rest will keep this one: ${why.join(" and ")}.`;
}

/** Replaces a picture and shows a toast. Returns whether it succeeded. */
export function useReplace() {
  const api = useEditorApi();
  const show = useToast();
  const { isBusy, run } = useCall();
  async function replace(picture: StoredPicture, by: StoredPicture): Promise<boolean> {
    const failure = { title: "Error replacing picture", fallback: "Could not replace the picture" };
    const result = await run(() => replacePicture(api, picture.id, by.id), failure);
    if (!result) return false;
    const rest = result.used_in.length;
    show({
      title: "Picture replaced",
      description: `${places(result.replaced)} changed.${rest > 0 ? ` ${places(rest)} still ${rest === 1 ? "shows" : "show"} the old one.` : ""}`,
    });
    return true;
  }
  return { isBusy, replace };
}

type Props = {
  picture: StoredPicture;
  isUsed: boolean;
  /** The new picture. */
  onMade: (picture: StoredPicture) => void;
  onClose: () => void;
};

type Turn = 0 | 90 | 180 | 270;
const SHAPES = [
  { value: "", label: "Any shape", ratio: undefined },
  { value: "16/9", label: "16:9", ratio: 16 / 9 },
  { value: "3/2", label: "3:2", ratio: 3 / 2 },
  { value: "1/1", label: "Square", ratio: 1 },
] as const;
type Shape = (typeof SHAPES)[number]["value"];

const WHOLE: PercentCrop = { unit: "%", x: 0, y: 0, width: 100, height: 100 };
const isWhole = ({ width, height }: PercentCrop) => width > 99.5 && height > 99.5;

/** Rotates and crops a picture into a new one, because the old address is cached by readers. */
export function CropDialog({ picture, isUsed, onMade, onClose }: Props) {
  const [turn, setTurn] = useState<Turn>(0);
  const [crop, setCrop] = useState<PercentCrop>(WHOLE);
  const [shape, setShape] = useState<Shape>("");
  const [replaces, setReplaces] = useState(false);
  const mayReplace = useMay()("picture.manage") && isUsed;
  const src = useTurned(picture.url, turn);
  const { isBusy, make } = useEditing(picture);
  const ratio = SHAPES.find(({ value }) => value === shape)?.ratio;
  const isOnItsSide = turn === 90 || turn === 270;
  const [width, height] = isOnItsSide ? [picture.height, picture.width] : [picture.width, picture.height];

  function rotate(by: 90 | 270) {
    setTurn(((turn + by) % 360) as Turn);
    setCrop(WHOLE);
    setShape("");
  }
  function choose(next: Shape) {
    const to = SHAPES.find(({ value }) => value === next)?.ratio;
    setShape(next);
    setCrop(to ? centerCrop(makeAspectCrop({ unit: "%", width: 100 }, to, width, height), width, height) : WHOLE);
  }
  const isSame = turn === 0 && isWhole(crop);
  return (
    <Dialog title="Crop or rotate" wide onClose={onClose}>
      <div className="mt-4 flex flex-wrap items-end gap-x-6 gap-y-3">
        <RadioGroup legend="Shape" options={SHAPES} value={shape} onChange={choose} />
        <div className="flex gap-2">
          <AdminButton onClick={() => rotate(270)}>
            <Icon icon={RotateCcw} size={16} />
            Left
          </AdminButton>
          <AdminButton onClick={() => rotate(90)}>
            <Icon icon={RotateCw} size={16} />
            Right
          </AdminButton>
        </div>
      </div>
      <div className="mt-4 flex min-h-40 justify-center bg-surface">
        {src && (
          <ReactCrop
            crop={crop}
            {...(ratio && { aspect: ratio })}
            keepSelection
            className="max-h-[50dvh]"
            minWidth={16}
            minHeight={16}
            ruleOfThirds
            onChange={(_pixels, percent) => setCrop(percent)}
          >
            <img src={src} alt={picture.alt || "The picture to crop"} className="w-auto" />
          </ReactCrop>
        )}
      </div>
      <p className="meta mt-2">
        Drag the frame or its handles; with the keyboard, Tab reaches them and the arrow keys move them. About{" "}
        {Math.round((width * crop.width) / 100)} × {Math.round((height * crop.height) / 100)} pixels.
      </p>
      {mayReplace && (
        <div className="mt-3">
          <Checkbox
            label="Replace this picture everywhere with the new one"
            checked={replaces}
            onChange={setReplaces}
          />
          {replaces && (
            <p className="meta mt-1">
              All places change immediately, including public pages. To undo this, replace the new picture with this
              one.
            </p>
          )}
        </div>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <AdminButton onClick={onClose}>Cancel</AdminButton>
        <AdminButton
          variant="primary"
          isBusy={isBusy}
          disabled={isSame}
          onClick={async () => {
            const made = await make({ turn, crop, replaces: mayReplace && replaces });
            if (made) onMade(made);
          }}
        >
          {isBusy ? "Saving..." : "Save as a new picture"}
        </AdminButton>
      </div>
    </Dialog>
  );
}

/** Creates the new picture and, on request, replaces the old one everywhere. */
function useEditing(picture: StoredPicture) {
  const api = useEditorApi();
  const show = useToast();
  const editing = useCall();
  const replacing = useReplace();
  async function make({ turn, crop, replaces }: { turn: Turn; crop: PercentCrop; replaces: boolean }) {
    const [x, y] = [crop.x / 100, crop.y / 100];
    // Rounding must not move it outside the picture.
    const shares = { x, y, width: Math.min(crop.width / 100, 1 - x), height: Math.min(crop.height / 100, 1 - y) };
    const edit = { ...(turn !== 0 && { rotate: turn }), ...(!isWhole(crop) && { crop: shares }) };
    const made = await editing.run(() => editPicture(api, picture.id, edit), {
      title: "Error changing picture",
      fallback: "Could not change the picture",
    });
    if (!made) return undefined;
    if (replaces) await replacing.replace(picture, made);
    else show({ title: "Picture added", description: "The original picture was not changed." });
    return made;
  }
  return { isBusy: editing.isBusy || replacing.isBusy, make };
}

/** The address of the picture rotated clockwise by `degrees`; null while it is being drawn. */
function useTurned(url: string, turn: Turn): string | null {
  const [drawn, setDrawn] = useState<{ turn: Turn; src: string } | null>(null);
  useEffect(() => {
    if (turn === 0) return;
    let made: string | undefined;
    let isOver = false;
    void drawTurned(url, turn).then((blob) => {
      if (isOver || !blob) return;
      made = URL.createObjectURL(blob);
      setDrawn({ turn, src: made });
    });
    return () => {
      isOver = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [url, turn]);
  if (turn === 0) return url;
  return drawn?.turn === turn ? drawn.src : null;
}

async function drawTurned(url: string, turn: Turn): Promise<Blob | null> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  const { naturalWidth: width, naturalHeight: height } = image;
  [canvas.width, canvas.height] = turn === 180 ? [width, height] : [height, width];
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turn * Math.PI) / 180);
  context.drawImage(image, -width / 2, -height / 2);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.8));
}
