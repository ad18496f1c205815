import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { Switch } from "#ui/admin/controls.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { adSettings } from "../calls.ts";
import { type AdDraft, placeAt } from "../rules.ts";
import { saveAdSettings } from "./ad-kind.ts";

/** The stored settings; undefined while loading and on a backend without them. */
const useAdSettings = () => useApi(adSettings(), { enabled: useHasNewsroom() }).data;

export function EmptySlots() {
  const api = useEditorApi();
  const client = useQueryClient();
  const stored = useAdSettings();
  const { isBusy, run } = useCall();
  const [wanted, setWanted] = useState(true);
  if (!stored) return null;
  const save = (isOn: boolean) => {
    setWanted(isOn);
    void run(
      async () => {
        const saved = await saveAdSettings(api, stored, { shows_empty_slots: isOn });
        client.setQueryData(adSettings().queryKey, saved);
      },
      {
        title: "Error saving settings",
        fallback: "Could not save the settings",
        onFailed(failure) {
          if (failure instanceof ApiError && failure.status === 409)
            void client.invalidateQueries({ queryKey: adSettings().queryKey });
        },
      },
    );
  };
  return (
    <section aria-label="Empty slots" className="mt-8 border-t border-rule pt-6">
      <Switch
        label="Show empty slots"
        hint="Readers see “This space is open” wherever no active ad fills a slot. Switched off, pages leave those slots out."
        checked={isBusy ? wanted : stored.shows_empty_slots}
        disabled={isBusy}
        onChange={save}
      />
    </section>
  );
}

/** Whether readers see a placeholder in an empty slot; the default until the settings are loaded. */
export const useShowsEmptySlots = (): boolean => useAdSettings()?.shows_empty_slots !== false;

/** Describes what readers see while an ad is inactive; undefined if it is active or no page has slots for it. */
export function useInactiveHint({ active, location }: AdDraft): string | undefined {
  const instead = useShowsEmptySlots() ? "“This space is open”" : "nothing";
  if (active || !placeAt(location)) return undefined;
  return `Inactive: readers see ${instead} in its place, or another active ad of this type.`;
}
