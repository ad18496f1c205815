import { useState } from "react";
import { isRemote } from "#shared/pictures.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import { Field } from "#ui/field.tsx";
import type { StoredPicture } from "../schema.ts";
import { PicturePicker } from "./picture-picker.tsx";
import { usePictureChooser } from "./use-picture-chooser.tsx";
import { useUpload } from "./use-upload.ts";

type Props = {
  label: string;
  hint?: string;
  error?: string | undefined;
  value: string;
  /** `picture` is set if it was chosen from the library. */
  onChange: (url: string, picture?: StoredPicture) => void;
};

/** A picture by address, from the library or by upload, with a small preview. */
export function PictureField({ label, hint, error, value, onChange }: Props) {
  const { progress, upload } = useUpload();
  const chooser = usePictureChooser(async ([file]) => {
    const url = file && (await upload(file));
    if (url) onChange(url);
  });
  const [isChoosing, setIsChoosing] = useState(false);
  const hasLibrary = useHasNewsroom();
  const shown = useSettled(value.trim());
  // The address that failed to load; the preview is hidden for it.
  const [broken, setBroken] = useState("");
  return (
    <div>
      <Field
        label={label}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={hint}
        error={error}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="mt-2 flex flex-wrap items-center gap-3">
        {shown !== "" && shown !== broken && !isRemote(shown) && (
          <img
            src={shown}
            alt=""
            onError={() => setBroken(shown)}
            className="size-14 border border-rule object-cover"
          />
        )}
        {chooser.input}
        <AdminButton isBusy={progress !== null} onClick={chooser.open}>
          {progress === null ? "Upload Image" : "Uploading image..."}
        </AdminButton>
        {hasLibrary && <AdminButton onClick={() => setIsChoosing(true)}>Choose from library</AdminButton>}
        {progress !== null && (
          <progress value={progress} aria-label="Upload" className="h-1.5 w-32 accent-accent-fill">
            {Math.round(progress * 100)} %
          </progress>
        )}
      </div>
      {isChoosing && (
        <PicturePicker
          onChoose={(picture) => {
            setIsChoosing(false);
            onChange(picture.url, picture);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </div>
  );
}
