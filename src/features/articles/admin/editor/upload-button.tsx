import { ImageUp } from "lucide";
import { useRef } from "react";
import { PICTURE_TYPES } from "#features/media/admin/upload.ts";
import { Icon } from "#ui/icon.tsx";

type Props = { disabled: boolean; onFiles: (files: File[]) => void };

/** 'Upload Image' (spec section 2), in the toolbar: one or several files, put where the cursor is. */
export function UploadButton({ disabled, onFiles }: Props) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={chooser}
        type="file"
        multiple
        accept={PICTURE_TYPES}
        tabIndex={-1}
        aria-hidden="true"
        className="hidden"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file may be chosen again.
          target.value = "";
        }}
      />
      <button
        type="button"
        data-tool
        tabIndex={-1}
        aria-disabled={disabled || undefined}
        onClick={() => !disabled && chooser.current?.click()}
        className="inline-flex h-9 shrink-0 items-center gap-2 px-2.5 text-sm font-semibold whitespace-nowrap hover:bg-surface aria-disabled:opacity-50 pointer-coarse:h-11"
      >
        <Icon icon={ImageUp} size={17} />
        Upload Image
      </button>
    </>
  );
}
