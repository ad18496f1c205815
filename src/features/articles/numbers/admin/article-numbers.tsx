import { useState } from "react";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { editorClientOf } from "#shared/editor-client.ts";
import { DAY, HOUR } from "#shared/time.ts";
import { useApi } from "#shared/use-api.ts";
import { BarChart } from "#ui/admin/bar-chart.tsx";
import { BarTable } from "#ui/admin/bar-table.tsx";
import { AdminButton, RadioGroup } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import type { ArticleNumbers, NumbersEndpoints } from "../endpoints.ts";
import { OTHER_HOSTS } from "../rules.ts";
import { dayBars, hourBars } from "./bars.ts";

const client = editorClientOf<NumbersEndpoints>();
const numbersOf = (id: number) => client.query("GET /articles/:id/numbers", { params: { id } });

type Props = { article: { id: number; title: string }; onClose: () => void };

/** How an article is read: its readers by hour or day, who reached its end, and where readers came from. */
export function NumbersDialog({ article: { id, title }, onClose }: Props) {
  const { data, isError, refetch } = useApi(numbersOf(id), { refetchOnMount: "always" });
  return (
    <Dialog title={`Readers of “${title}”`} wide="form" focusesTitle onClose={onClose}>
      {data ? (
        <Numbers data={data} />
      ) : isError ? (
        <div className="mt-4">
          <FailedNote onRetry={() => void refetch()}>Could not load the numbers.</FailedNote>
        </div>
      ) : (
        <p role="status" className="meta mt-4 min-h-48">
          Loading the numbers...
        </p>
      )}
      <div className="mt-6 flex justify-end">
        <AdminButton onClick={onClose}>Close</AdminButton>
      </div>
    </Dialog>
  );
}

const number = (count: number) => count.toLocaleString("en");
const sumOf = (hours: ArticleNumbers["hours"], of: "views" | "finished") =>
  hours.reduce((sum, hour) => sum + hour[of], 0);

function Numbers({ data }: { data: ArticleNumbers }) {
  const [by, setBy] = useState<"hour" | "day">("hour");
  const zone = useNewsroomZone() ?? "UTC";
  const now = Date.now();
  const lately = data.hours.filter(({ at }) => Date.parse(at) > now - DAY - HOUR);
  const views = sumOf(data.hours, "views");
  const finished = sumOf(data.hours, "finished");
  const facts = [
    { label: "Views", value: number(data.views) },
    { label: "Last 24 hours", value: number(sumOf(lately, "views")) },
    { label: "Read to the end", value: views === 0 ? "–" : `${Math.min(100, Math.round((100 * finished) / views))} %` },
  ];
  return (
    <>
      <dl className="mt-4 flex flex-wrap gap-x-10 gap-y-3">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="meta">{label}</dt>
            <dd className="text-lg leading-6 font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {data.hours.length === 0 ? (
        <p className="meta mt-4">No readers in the last five weeks.</p>
      ) : (
        <>
          <div className="mt-5">
            <RadioGroup
              legend="Readers"
              options={[
                { value: "hour", label: "By hour" },
                { value: "day", label: "By day" },
              ]}
              value={by}
              onChange={setBy}
            />
          </div>
          {by === "hour" ? (
            <BarChart
              title="Views by hour"
              columns={["Hour", "Views", "Read to the end"]}
              bars={hourBars(data.hours, now, zone)}
            />
          ) : (
            <BarChart
              title="Views by day"
              columns={["Day", "Views", "Read to the end"]}
              bars={dayBars(data.hours, now, zone)}
            />
          )}
        </>
      )}
      <Sources sources={data.sources} views={data.views} />
      <p className="meta mt-5 text-pretty">
        Each reader counts once an hour. Neither cookies nor addresses are stored, and programs do not count.
      </p>
    </>
  );
}

const SHOWN_SOURCES = 12;

const nameOf = (host: string): string => (host === OTHER_HOSTS ? "Further sites" : host);

function Sources({ sources, views }: Pick<ArticleNumbers, "sources" | "views">) {
  const known = sources.reduce((sum, source) => sum + source.views, 0);
  const rows = [
    ...sources.slice(0, SHOWN_SOURCES).map(({ host, views: value }) => ({ key: host, name: nameOf(host), value })),
    { key: "", name: "From this site, directly, or unknown", value: Math.max(0, views - known) },
  ].filter(({ value }) => value > 0);
  if (rows.length === 0) return null;
  return <BarTable caption="Where readers came from" columns={["Site", "Views"]} rows={rows} />;
}

/** An article's views in a list, which open its numbers. */
export function ViewsCell({ article }: { article: Props["article"] & { views?: number | undefined } }) {
  const [isOpen, setIsOpen] = useState(false);
  if (article.views === undefined) return "–";
  if (article.views === 0) return "0";
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${number(article.views)} ${article.views === 1 ? "view" : "views"}: ${article.title}`}
        className="-mx-1.5 -my-1 min-h-7 min-w-7 px-1.5 underline decoration-rule underline-offset-4 hover:text-accent pointer-coarse:min-h-11"
        onClick={() => setIsOpen(true)}
      >
        {number(article.views)}
      </button>
      {isOpen && <NumbersDialog article={article} onClose={() => setIsOpen(false)} />}
    </>
  );
}
