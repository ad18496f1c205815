import { MODERN_FORMATS, pictureSrcSet } from "#shared/pictures.ts";
import { fallbackPicture } from "#shared/urls.ts";

/** `whole`: uncropped, as large as the frame around it allows; that frame has a fixed size. */
type PictureRatio = "21/9" | "16/9" | "4/3" | "3/2" | "1/1" | "whole";

const RATIOS: Record<PictureRatio, string> = {
  "21/9": "aspect-21/9",
  "16/9": "aspect-video",
  "4/3": "aspect-4/3",
  "3/2": "aspect-3/2",
  "1/1": "aspect-square",
  whole: "size-full",
};

type Props = {
  /** A canonical address of `shared/pictures.ts` gets widths and formats; any other is used unchanged. */
  src: string;
  /** Empty if the picture only decorates the headline next to it. */
  alt: string;
  sizes: string;
  ratio?: PictureRatio;
  /** For the largest picture of the first screen: loaded eagerly and first. All others load lazily. */
  priority?: boolean;
  className?: string;
};

/** Whether a story has its own picture rather than a placeholder. */
export const isOwnPicture = (src: string): boolean =>
  src !== "" && src !== fallbackPicture.list && src !== fallbackPicture.related;

/** The picture of a story in a list; nothing for a placeholder, so that the teaser is text alone. */
export const TeaserPicture = (props: Props) => isOwnPicture(props.src) && <Picture {...props} />;

/** A picture cropped around its centre to a fixed ratio, so that its space is reserved while it loads. */
export function Picture(props: Props) {
  const { src, alt, sizes, ratio = "16/9", priority = false, className = "" } = props;
  return (
    <picture
      className={`corner-box block overflow-hidden bg-surface ${RATIOS[ratio]} ${isOwnPicture(src) ? "" : "print:hidden"} ${className}`}
    >
      {MODERN_FORMATS.map((format) => {
        const set = pictureSrcSet(src, format);
        return set && <source key={format} type={`image/${format}`} srcSet={set} sizes={sizes} />;
      })}
      <img
        src={src}
        alt={alt}
        width={1600}
        height={900}
        loading={priority ? "eager" : "lazy"}
        decoding={priority ? "sync" : "async"}
        fetchPriority={priority ? "high" : "auto"}
        className={`size-full text-transparent ${ratio === "whole" ? "object-contain" : "object-cover"}`}
      />
    </picture>
  );
}
