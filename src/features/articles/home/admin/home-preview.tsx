import { Thumbnail } from "#features/articles/admin/thumbnail.tsx";
import { ownUrl } from "#shared/pictures.ts";
import { isOwnPicture, Picture } from "#ui/picture.tsx";
import type { HomeEntry, HomeOrder } from "../endpoints.ts";
import { sectionsOf } from "./use-order.ts";

const SECTIONS = [
  { name: "lead", title: "Carousel" },
  { name: "choice", title: "Editor's choice" },
  { name: "picks", title: "Editor's Picks" },
] as const;

/** The sections of the home page that editors arrange, in the order in which readers get them. */
export function HomePreview({ order }: { order: HomeOrder }) {
  const entries = new Map([...order.lead, ...order.picks].map((entry) => [entry.id, entry]));
  const sections = sectionsOf(order);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it, and nothing in it takes the focus
    <section aria-labelledby="home-preview" tabIndex={0} className="home-preview">
      <h2 id="home-preview" className="headline-sm font-semibold">
        Preview
      </h2>
      <p className="meta mb-3">What readers get, in this order.</p>
      {SECTIONS.map(({ name, title }) => {
        const shown = sections[name].flatMap((id) => entries.get(id) ?? []);
        return (
          <div key={name} data-section={name} className="mt-5">
            <h3 className="home-part">{title}</h3>
            {shown.length === 0 && <p className="meta py-2">No stories.</p>}
            <ol>
              {shown.map((entry, at) => (
                <PreviewStory key={entry.id} entry={entry} isLarge={name === "lead" && at === 0} />
              ))}
            </ol>
          </div>
        );
      })}
    </section>
  );
}

function PreviewStory({ entry: { title, category, image_url }, isLarge }: { entry: HomeEntry; isLarge: boolean }) {
  const picture = isLarge && ownUrl(image_url);
  return (
    <li className={isLarge ? "pt-2 pb-3" : "flex items-center gap-2.5 border-t border-rule py-1.5"}>
      {picture && isOwnPicture(picture) ? (
        <Picture src={picture} alt="" sizes="22rem" className="mb-2" />
      ) : (
        !isLarge && <Thumbnail src={image_url} />
      )}
      <span className="min-w-0">
        <span className="meta block text-xs">{category}</span>
        <span
          className={`line-clamp-2 font-display leading-snug font-semibold wrap-anywhere ${isLarge ? "text-lg" : "text-sm"}`}
        >
          {title}
        </span>
      </span>
    </li>
  );
}
