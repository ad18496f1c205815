import { useQueryClient } from "@tanstack/react-query";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { series } from "./series-kind.ts";

/** Series on offer; a publication with more uses the screen of series. */
const MAX_OFFERS = 100;
const NONE = { value: "", label: "None" };

const offeredSeries = () => series.query("GET /series", { query: { limit: MAX_OFFERS } });
const seriesOf = (id: number) => series.query("GET /articles/:id/series", { params: { id } });

/** Puts an article into a series, at the end of its order, or takes it out. Saved immediately: it is no part of the text. */
export function SeriesChoice({ id }: { id: number }) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const offers = useApi(offeredSeries());
  const own = useApi(seriesOf(id));
  if (offers.error || own.error) {
    const retry = () => {
      void offers.refetch();
      void own.refetch();
    };
    return <FailedNote onRetry={retry}>Could not load the series.</FailedNote>;
  }
  if (!offers.data || !own.data) return null;
  const chosen = own.data.series;
  if (offers.data.length === 0 && !chosen) return null;
  const known = new Map(offers.data.map((one) => [one.id, one.name]));
  if (chosen) known.set(chosen.id, chosen.name);
  const options = [NONE, ...[...known].map(([value, label]) => ({ value: String(value), label }))];

  function choose(value: string) {
    if (isBusy) return;
    const failure = { title: "Error choosing the series", fallback: "Could not choose the series" };
    void run(async () => {
      const body = { series: value === "" ? null : Number(value) };
      const answer = await series.send(api, "PUT /articles/:id/series", { params: { id }, body });
      client.setQueryData(seriesOf(id).queryKey, answer.body);
      const { series: now } = answer.body;
      show({ title: now ? `Added to “${now.name}”` : "Removed from the series" });
    }, failure);
  }
  return (
    <div aria-busy={isBusy}>
      <Select label="Series" value={String(chosen?.id ?? "")} options={options} onChange={choose} />
      <p className="meta mt-1.5">
        Applies immediately. The article is added at the end; its place is set under Series.
      </p>
    </div>
  );
}
