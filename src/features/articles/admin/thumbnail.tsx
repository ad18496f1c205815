import { ownUrl } from "#shared/pictures.ts";
import { isOwnPicture, Picture } from "#ui/picture.tsx";

/** A story's picture in a list, 48 px wide; an empty frame where it has none. */
export function Thumbnail({ src }: { src: string }) {
  const picture = ownUrl(src);
  return picture && isOwnPicture(picture) ? (
    <Picture src={picture} alt="" sizes="48px" ratio="4/3" className="w-12 shrink-0" />
  ) : (
    <span aria-hidden="true" className="block aspect-4/3 w-12 shrink-0 bg-surface" />
  );
}
