import { useEffect, useRef, useState } from "react";
import { isPicture, LARGEST_UPLOAD, PICTURE_TYPES } from "#features/media/admin/upload.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { Field } from "#ui/field.tsx";

type Props = {
  address: string;
  /** Chosen, and sent with the article when it is saved. */
  file: File | null;
  error?: string | undefined;
  onAddress: (address: string) => void;
  onFile: (file: File | null) => void;
};

/** The article's own picture: a file that goes along when the article is saved, or an address; with a preview. */
export function ArticlePictureField({ address, file, error, onAddress, onFile }: Props) {
  const show = useToast();
  const chooser = useRef<HTMLInputElement>(null);
  const chosen = useObjectUrl(file);
  const shown = chosen ?? address;
  const opener = useRef<HTMLButtonElement>(null);

  function choose(picked: File | undefined) {
    // The same file may be chosen again.
    if (chooser.current) chooser.current.value = "";
    if (!picked) return;
    if (!isPicture(picked)) {
      show({ title: "Invalid file type", description: "Only image files are allowed", variant: "destructive" });
    } else if (picked.size > LARGEST_UPLOAD) {
      show({ title: "Upload failed", description: "The file is too large: at most 10 MiB.", variant: "destructive" });
    } else onFile(picked);
  }
  function remove() {
    if (file) onFile(null);
    else onAddress("");
    opener.current?.focus();
  }

  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Article image</legend>
      <div className="flex flex-wrap items-center gap-3">
        {shown !== "" && (
          <img
            src={shown}
            alt="Preview"
            className="aspect-video w-40 border border-rule bg-surface object-cover text-xs text-muted"
          />
        )}
        <input
          ref={chooser}
          type="file"
          name="image_file"
          accept={PICTURE_TYPES}
          tabIndex={-1}
          aria-hidden="true"
          className="hidden"
          onChange={(event) => choose(event.target.files?.[0])}
        />
        <AdminButton ref={opener} onClick={() => chooser.current?.click()}>
          {shown === "" ? "Choose image" : "Choose another image"}
        </AdminButton>
        {shown !== "" && (
          <AdminButton variant="quiet" onClick={remove}>
            Remove image
          </AdminButton>
        )}
        {file && <p className="meta min-w-0 [overflow-wrap:anywhere]">{file.name} is sent when you save.</p>}
      </div>
      {/* Shut while a file is chosen, which goes before it. */}
      <Field
        className="mt-3"
        label="Image address"
        name="image_url"
        inputMode="url"
        placeholder="https://"
        disabled={file !== null}
        value={file ? "" : address}
        error={error}
        onChange={(event) => onAddress(event.target.value)}
      />
    </fieldset>
  );
}

/** An address for a file that is only in this page, for as long as it is shown. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return file && url;
}
