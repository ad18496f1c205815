import { useEffect, useRef, useState } from "react";
import { creditOf, isStored, useStoredPicture } from "#features/media/pictures/admin/calls.ts";
import { PicturePicker } from "#features/media/pictures/admin/picture-picker.tsx";
import { usePictureChooser } from "#features/media/pictures/admin/use-picture-chooser.tsx";
import { refusalOf } from "#features/media/pictures/admin/use-upload.ts";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import { isRemote } from "#shared/pictures.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { Field } from "#ui/field.tsx";

type Props = {
  address: string;
  alt: string;
  isInText: boolean;
  file: File | null;
  error?: string | undefined;
  /** `alt`: the picture's description in the library. */
  onAddress: (address: string, alt?: string) => void;
  onFile: (file: File | null) => void;
  onAlt: (alt: string) => void;
  /** Inserts a picture of the library at the start of the text, with its caption and credit. */
  onIntoText: (picture: StoredPicture) => void;
};

export function ArticlePictureField({ address, file, error, onAddress, onFile, ...stored }: Props) {
  const show = useToast();
  const chooser = usePictureChooser(
    async ([picked]) => {
      const rejection = picked && (await refusalOf(picked));
      if (rejection) show(rejection);
      else if (picked) onFile(picked);
    },
    { name: "image_file" },
  );
  const chosen = useObjectUrl(file);
  const shown = chosen ?? address;
  const [isChoosing, setIsChoosing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const hasNewsroom = useHasNewsroom();

  function remove() {
    if (file) onFile(null);
    else onAddress("");
    opener.current?.focus();
  }

  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Article image</legend>
      <div className="flex flex-wrap items-center gap-3">
        {isRemote(shown) && shown === address && (
          <p className="meta flex aspect-video w-40 items-center justify-center border border-dashed border-rule bg-surface p-2 text-center">
            Shown once it has been copied from there
          </p>
        )}
        {shown !== "" && (shown !== address || !isRemote(shown)) && (
          <img
            src={shown}
            alt="Preview"
            className="aspect-video w-40 border border-rule bg-surface object-cover text-xs text-muted"
          />
        )}
        {chooser.input}
        <AdminButton ref={opener} onClick={chooser.open}>
          {shown === "" ? "Choose image" : "Choose another image"}
        </AdminButton>
        {hasNewsroom && <AdminButton onClick={() => setIsChoosing(true)}>Choose from library</AdminButton>}
        {shown !== "" && (
          <AdminButton variant="quiet" onClick={remove}>
            Remove image
          </AdminButton>
        )}
        {file && (
          <p className="meta min-w-0 [overflow-wrap:anywhere]">
            {file.name} {hasNewsroom && !error ? "uploads automatically." : "is sent when you save."}
          </p>
        )}
      </div>
      {file === null && hasNewsroom && isStored(address) && !error ? (
        <StoredLead {...stored} address={address} />
      ) : (
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
      )}
      {isChoosing && (
        <PicturePicker
          onChoose={(picture) => {
            setIsChoosing(false);
            if (file) onFile(null);
            onAddress(picture.url, picture.alt);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </fieldset>
  );
}

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

type LeadProps = {
  address: string;
  alt: string;
  isInText: boolean;
  onAlt: (alt: string) => void;
  onIntoText: (picture: StoredPicture) => void;
};

/** A library picture with its stored texts, offered as the lead picture. */
function StoredLead({ address, alt, isInText, onAlt, onIntoText }: LeadProps) {
  const picture = useStoredPicture(address);
  if (!picture) return <p className="meta mt-3">From the media library.</p>;
  const { name, caption } = picture;
  const credit = creditOf(picture);
  const isKnown = caption !== "" || credit !== "";
  return (
    <div className="mt-3 space-y-2 text-sm">
      <p className="font-semibold wrap-anywhere">{name || `Picture ${picture.id}`}</p>
      {caption && <p className="wrap-anywhere">{caption}</p>}
      {credit && <p className="meta wrap-anywhere">{credit}</p>}
      {picture.alt && alt === "" && (
        <AdminButton onClick={() => onAlt(picture.alt)}>Use its stored alternative text</AdminButton>
      )}
      {isKnown && !isInText && (
        <div>
          <AdminButton onClick={() => onIntoText(picture)}>Show its caption and credit</AdminButton>
          <p className="meta mt-1">The picture then starts the text, with both below it, and is not repeated above.</p>
        </div>
      )}
    </div>
  );
}
