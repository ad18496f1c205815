import { isRemote } from "#shared/pictures.ts";
import { completeAddress } from "#shared/web-address.ts";
import { useSettled } from "#ui/admin/timing.ts";
import { Picture } from "#ui/picture.tsx";
import { type AdDraft, placeAt } from "../rules.ts";
import { AD_BLANK, AdFrame, adBox, OpenSpace } from "../site/ad-frame.tsx";
import { useShowsEmptySlots } from "./empty-slots.tsx";

/** The slot as readers will see it, at its real size; nothing in it leads anywhere or is counted. */
export function AdPreview({ draft }: { draft: AdDraft }) {
  const showsEmpty = useShowsEmptySlots();
  const image = useSettled(draft.image_url.trim());
  return (
    <section aria-label="Preview" className="border border-rule bg-paper p-4">
      <AdFrame type={draft.type}>
        {image === "" || isRemote(image) ? (
          <div className={`${adBox(draft.type)} ${AD_BLANK}`}>
            <OpenSpace />
          </div>
        ) : (
          <div className={adBox(draft.type)}>
            <Picture src={image} alt={draft.alt || draft.name} sizes="(min-width: 768px) 728px, 100vw" ratio="whole" />
          </div>
        )}
      </AdFrame>
      <p className="meta mt-3 text-center wrap-anywhere">{placement(draft, showsEmpty)}</p>
    </section>
  );
}

function placement({ active, location, target_url, image_url }: AdDraft, showsEmpty: boolean): string {
  const place = placeAt(location);
  const target = completeAddress(target_url);
  if (!active) return "Inactive: readers do not see it.";
  // For a location that no page has, the form shows a note at its field.
  if (!place) return "";
  if (image_url.trim() === "")
    return `${place.label}: readers see ${showsEmpty ? "the open space" : "nothing until it has a picture"}.`;
  return `${place.label}${target === "" ? ", without a link" : `, leading to ${target}`}`;
}
