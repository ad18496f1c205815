import { namesLike, SuggestField } from "#ui/admin/suggest-field.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import { AD_LOCATIONS, placeAt } from "../rules.ts";

const KNOWN = AD_LOCATIONS.map(({ location }) => location).join(", ");

const PLACES = AD_LOCATIONS.map(({ location, label }) => ({ value: location, label: location, hint: label }));

/** The note for a location at which no page has slots. */
export const NO_SLOTS = "No page has slots at this location";

type Props = { value: string; error: string | undefined; onChange: (location: string) => void };

/**
 * The location of an ad space: any text is accepted, but shortly after typing a note points out one that no page uses.
 */
export function LocationField({ value, error, onChange }: Props) {
  const settled = useSettled(value.trim());
  const isUnknown = settled !== "" && settled === value.trim() && !placeAt(settled);
  return (
    <div>
      <SuggestField
        label="Location*"
        name="location"
        value={value}
        aria-required
        maxLength={100}
        autoCapitalize="none"
        hint={`Pages have slots at ${KNOWN}.`}
        error={error}
        offersFor={(typed) => namesLike(PLACES, typed)}
        onChange={onChange}
      />
      <p role="status" className="text-sm font-medium text-accent not-empty:mt-1.5">
        {isUnknown && `${NO_SLOTS}: readers will not see this ad.`}
      </p>
    </div>
  );
}
