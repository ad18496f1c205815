import { creditOf, useStoredPicture } from "#features/media/pictures/admin/stored-picture.ts";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import { AdminButton } from "#ui/admin/controls.tsx";

type Props = {
  address: string;
  /** The article's own alternative text of it. */
  alt: string;
  /** Whether it stands in the text as well. */
  isInText: boolean;
  onAlt: (alt: string) => void;
  onIntoText: (picture: StoredPicture) => void;
};

/** A lead picture of the library by its name, with the texts that are stored with it, to be used here too. */
export function StoredLead({ address, alt, isInText, onAlt, onIntoText }: Props) {
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
          <p className="meta mt-1">The picture then begins the text, with both below it, and is not shown twice.</p>
        </div>
      )}
    </div>
  );
}
