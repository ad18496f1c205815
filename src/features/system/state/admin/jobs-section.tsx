import { useNewsroomZone } from "#features/settings/calls.ts";
import { lengthWords } from "#ui/admin/amounts.ts";
import { shortTime } from "#ui/admin/local-time.ts";
import type { SystemState } from "../endpoints.ts";

type JobRow = SystemState["jobs"][number];

const everyWords = (ms: number) => `every ${lengthWords(ms).replace(/^1 /, "")}`;

/** The recurring jobs with their last run; those whose last run failed come first. */
export function JobsSection({ jobs }: { jobs: JobRow[] }) {
  const zone = useNewsroomZone();
  const isFailed = ({ last }: JobRow) => last?.is_failed === true;
  const sorted = [...jobs.filter(isFailed), ...jobs.filter((job) => !isFailed(job))];
  const failed = jobs.filter(isFailed).length;
  return (
    <section className="mt-10 border-t border-rule pt-6" aria-labelledby="jobs-title">
      <h2 id="jobs-title" className="headline-sm mb-3 font-semibold">
        Jobs
      </h2>
      <p className="mb-4 max-w-prose text-pretty text-[0.9375rem]">
        {failed === 0 ? "No job failed in its last run." : `${failed} failed in the last run; they are tried again.`}
      </p>
      <details open={failed > 0}>
        <summary className="cursor-pointer py-2 text-[0.9375rem] font-semibold">All {jobs.length} jobs</summary>
        {zone !== null && (
          <ul className="mt-2 divide-y divide-rule border-y border-rule text-[0.9375rem]">
            {sorted.map((job) => (
              <li key={job.name} className="grid gap-x-6 py-2.5 sm:grid-cols-[1fr_minmax(0,22rem)]">
                <span className="wrap-anywhere font-semibold">{job.title}</span>
                <Runs job={job} zone={zone} />
              </li>
            ))}
          </ul>
        )}
      </details>
    </section>
  );
}

function Runs({ job: { last, failure, next, every_ms }, zone }: { job: JobRow; zone: string }) {
  const time = (at: string) => <time dateTime={at}>{shortTime(Date.parse(at), Date.now(), zone)}</time>;
  return (
    <span className="text-muted tabular-nums">
      {last ? (
        <>
          Ran {time(last.at)}, {lengthWords(last.took_ms)}; {everyWords(every_ms)}
          {next && <>, next {time(next)}</>}
        </>
      ) : (
        <>Not yet run; {everyWords(every_ms)}</>
      )}
      {failure && (
        <span className={`block wrap-anywhere ${last?.is_failed ? "font-semibold text-ink" : ""}`}>
          {last?.is_failed ? "Failed" : <>Last failure {time(failure.at)}</>}: {failure.error}
        </span>
      )}
    </span>
  );
}
