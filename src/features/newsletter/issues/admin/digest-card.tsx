import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNewsroomZone } from "#features/settings/admin/use-newsroom-zone.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { nextWeekly } from "#shared/zoned-time.ts";
import { AdminButton, Switch } from "#ui/admin/controls.tsx";
import { plannedTime } from "#ui/admin/local-time.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { type Option, Select } from "#ui/admin/select.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useUnsaved } from "#ui/admin/unsaved.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import type { DigestSetting } from "../schema.ts";
import { digestSetting, saveDigest } from "./calls.ts";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"].map(
  (label, weekday) => ({ value: String(weekday), label }),
);

const HOURS: Option[] = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));

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
          value={String(draft.hour)}
          options={HOURS}
          onChange={(hour) => setDraft({ ...draft, hour: Number(hour) })}
        />
      </div>
      <p className="meta">
        In the newsroom’s time zone. The next time: {zone && plannedTime(nextWeekly(zone, draft, Date.now()), zone)}.
      </p>
      <AdminButton type="submit" disabled={isBusy}>
        {isBusy ? "Saving..." : "Save digest"}
      </AdminButton>
    </form>
  );
}
