import { ImageUp } from "lucide";
import { usePictureChooser } from "#features/media/pictures/admin/use-picture-chooser.tsx";
import { Icon } from "#ui/icon.tsx";

type Props = { disabled: boolean; onFiles: (files: File[]) => void };

/** 'Upload Image' in the toolbar: inserts one or several files at the cursor. */
export function UploadButton({ disabled, onFiles }: Props) {
  const chooser = usePictureChooser(onFiles, { multiple: true });
  return (
    <>
      {chooser.input}
      <button
        type="button"
        data-tool
        tabIndex={-1}
        aria-disabled={disabled || undefined}
        onClick={() => !disabled && chooser.open()}
        className="inline-flex h-9 shrink-0 items-center gap-2 px-2.5 text-sm font-semibold whitespace-nowrap hover:bg-surface aria-disabled:opacity-50 pointer-coarse:h-11 pointer-fine:h-8"
      >
        <Icon icon={ImageUp} size={17} />
        Upload Image
      </button>
    </>
  );
}
