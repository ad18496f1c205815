import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNewsroomZone } from "#features/settings/admin/use-newsroom-zone.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { placeOfZone } from "#shared/zoned-time.ts";
import { AdminButton, Switch } from "#ui/admin/controls.tsx";
import { aheadTime, plannedTime } from "#ui/admin/local-time.ts";
import type { Option } from "#ui/admin/option-list.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useUnsaved } from "#ui/admin/unsaved.ts";
import { useCall } from "#ui/admin/use-call.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import type { DigestSetting } from "../schema.ts";
import { digestSetting, saveDigest } from "./calls.ts";
import { nextDigest } from "./issue-words.ts";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"].map(
  (label, weekday) => ({ value: String(weekday), label }),
);

/** The hours in UTC, as the digest keeps them, with what the newsroom's clocks show at the next one. */
function hoursOf(weekday: number, zone: string | null): Option[] {
  const now = Date.now();
  return Array.from({ length: 24 }, (_, hour) => {
    const label = `${String(hour).padStart(2, "0")}:00 UTC`;
    if (zone === null || zone === "UTC") return { value: String(hour), label };
    const next = nextDigest({ weekday, hour }, now);
    return { value: String(hour), label, hint: `${aheadTime(next, next, zone)} in ${placeOfZone(zone)}` };
  });
}

/** The weekly digest: whether it is on, and when it is filled and sent. */
export function DigestCard() {
  const { data, isError, refetch } = useApi(digestSetting());
  return (
    <section aria-label="Weekly digest" className="mt-10 max-w-2xl border border-rule bg-surface/40 p-4 sm:p-6">
      <h3 className="headline-sm mb-4 font-semibold">Weekly digest</h3>
      {data ? (
        <DigestForm setting={data} />
      ) : isError ? (
        <FailedNote onRetry={() => void refetch()}>Could not fetch the weekly digest</FailedNote>
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
    </section>
  );
}

function DigestForm({ setting }: { setting: DigestSetting }) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const [draft, setDraft] = useState(setting);
  const zone = useNewsroomZone();
  const { isBusy, run } = useCall();
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(setting));

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void run(
      async () => {
        const saved = await saveDigest(api, draft);
        client.setQueryData(digestSetting().queryKey, saved);
        setDraft(saved);
        show({ title: "Weekly digest saved" });
      },
      { title: "Error saving weekly digest", fallback: "Could not save the weekly digest" },
    );
  }

  return (
    <form onSubmit={onSubmit} aria-busy={isBusy} className="space-y-4">
      <Switch
        label="Send a weekly digest"
        hint="It fills itself with the best of the week and goes to all active subscribers. A week without news has none."
        checked={draft.enabled}
        onChange={(enabled) => setDraft({ ...draft, enabled })}
      />
      <div className="flex flex-wrap gap-4">
        <Select
          label="Weekday"
          value={String(draft.weekday)}
          options={WEEKDAYS}
          onChange={(weekday) => setDraft({ ...draft, weekday: Number(weekday) })}
        />
        <Select
          label="Hour"
          className="w-72 max-w-full"
          value={String(draft.hour)}
          options={hoursOf(draft.weekday, zone)}
          onChange={(hour) => setDraft({ ...draft, hour: Number(hour) })}
        />
      </div>
      <p className="meta">
        Weekday and hour are in UTC. The next time: {zone && plannedTime(nextDigest(draft, Date.now()), zone)}.
      </p>
      <AdminButton type="submit" disabled={isBusy}>
        {isBusy ? "Saving..." : "Save digest"}
      </AdminButton>
    </form>
  );
}
