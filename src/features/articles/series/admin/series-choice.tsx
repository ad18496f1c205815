import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { SuggestField } from "#ui/admin/suggest-field.tsx";
import { SUGGEST_AFTER_MS, useSettled } from "#ui/admin/timing.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { series } from "./series-form.ts";

const MAX_OFFERS = 10;
/** The value of an offer, unlike any name of a series. */
const offerOf = (id: number) => `series:${id}`;

const seriesNamed = (query: string) => series.query("GET /series", { query: { query, limit: MAX_OFFERS } });
const seriesOf = (id: number) => series.query("GET /articles/:id/series", { params: { id } });

/** Puts an article into a series, at the end of its order, or takes it out. Saved immediately: it is no part of the text. */
export function SeriesChoice({ id }: { id: number }) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  // Null: the field shows the name of the series.
  const [typed, setTyped] = useState<string | null>(null);
  const query = useSettled((typed ?? "").trim().slice(0, 100), SUGGEST_AFTER_MS);
  const all = useApi(seriesNamed(""));
  const found = useApi(seriesNamed(query), { placeholderData: keepPreviousData });
  const own = useApi(seriesOf(id));
  const failed = [all, found, own].filter(({ error }) => error);
  if (failed.length > 0) {
    const retry = () => {
      for (const one of failed) void one.refetch();
    };
    return <FailedNote onRetry={retry}>Could not load the series.</FailedNote>;
  }
  if (!all.data || !own.data) return null;
  const chosen = own.data.series;
  if (all.data.length === 0 && !chosen) return null;
  const offers = found.data ?? all.data;

  function choose(to: number | null) {
    if (isBusy) return;
    setTyped(null);
    const failure = { title: "Error choosing the series", fallback: "Could not choose the series" };
    void run(async () => {
      const answer = await series.send(api, "PUT /articles/:id/series", { params: { id }, body: { series: to } });
      client.setQueryData(seriesOf(id).queryKey, answer.body);
      const { series: now } = answer.body;
      show({ title: now ? `Added to “${now.name}”` : "Removed from the series" });
    }, failure);
  }
  function onChange(value: string) {
    const offer = offers.find((one) => offerOf(one.id) === value);
    if (offer) choose(offer.id);
    else setTyped(value);
  }
  return (
    <div aria-busy={isBusy}>
      <div className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <SuggestField
            label="Series"
            name="series"
            placeholder="None. Type a name to find one"
            value={typed ?? chosen?.name ?? ""}
            offersFor={() => offers.map((one) => ({ value: offerOf(one.id), label: one.name }))}
            onChange={onChange}
            onBlur={() => setTyped(null)}
          />
        </div>
        {chosen && (
          <AdminButton aria-label={`Remove from “${chosen.name}”`} onClick={() => choose(null)}>
            Remove
          </AdminButton>
        )}
      </div>
      <p className="meta mt-1.5">
        Applies immediately. The article is added at the end; its place is set under Series.
      </p>
    </div>
  );
}
