const STORED = /^\/media\/([a-z0-9]+)\/(\d+)x\d+\./;
const WIDTHS = [160, 320, 640, 960, 1280, 1600];
/** The widths of the site's own pictures on a phone and in a column. */
const SIZES = "(max-width: 639px) and (min-resolution: 1.5dppx) 80vw, (max-width: 639px) 92vw, 736px";

const sourceSet = (key, width, format) =>
  [...WIDTHS.filter((step) => step < width), Math.min(width, 1600)]
    .map((step) => `/media/${key}/${step}.${format} ${step}w`)
    .join(", ");

/** A stored picture in the same widths and formats as on the site. `ratio` is a class. */
export function Picture({ src, priority, ratio }) {
  const [, key, width] = STORED.exec(src) ?? [];
  return (
    <picture className={`block overflow-hidden bg-surface ${ratio}`}>
      {key &&
        ["avif", "webp"].map((format) => (
          <source key={format} type={`image/${format}`} srcSet={sourceSet(key, Number(width), format)} sizes={SIZES} />
        ))}
      <img
        src={src}
        alt=""
        width={1600}
        height={900}
        loading={priority ? "eager" : "lazy"}
        decoding={priority ? "sync" : "async"}
        fetchPriority={priority ? "high" : "auto"}
        className="size-full text-transparent object-cover"
      />
    </picture>
  );
}
