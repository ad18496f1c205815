import { editorClientOf } from "#shared/editor-client.ts";
import { useSite } from "#shared/site-context.tsx";
import { useApi } from "#shared/use-api.ts";
import { BarTable } from "#ui/admin/bar-table.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import type { Issue } from "../../endpoints.ts";
import type { IssueNumbersEndpoints } from "../endpoints.ts";
import { UNSUBSCRIPTION_DAYS } from "../rules.ts";

const client = editorClientOf<IssueNumbersEndpoints>();
export const numbersOf = (id: number) => client.query("GET /newsletter/issues/:id/numbers", { params: { id } });

type Sent = Pick<Issue, "id" | "recipients" | "counts">;

/** What a sent mail is called: without a mail server it is written to a file. */
const deliveredWord = (sendsMail: boolean | undefined) => (sendsMail ? "Delivered" : "Written to files");

/** What became of an issue: its mails by their outcome, who left by it, and the clicks on its links. */
export function IssueNumbers({ issue: { id, recipients, counts } }: { issue: Sent }) {
  const { sendsMail } = useSite();
  const delivered = deliveredWord(sendsMail);
  const facts = [
    { label: "Recipients", value: recipients },
    { label: delivered, value: counts.sent },
    { label: "Rejected", value: counts.rejected },
    { label: "Unsubscribed", value: counts.unsubscribed },
    ...(counts.clicks === null ? [] : [{ label: "Clicks", value: counts.clicks }]),
  ];
  const outcomes = [
    { name: "Waiting", value: counts.waiting },
    { name: delivered, value: counts.sent },
    { name: "Rejected", value: counts.rejected },
    { name: "Failed for other reasons", value: counts.failed - counts.rejected },
    { name: "Uncertain", value: counts.uncertain },
    { name: "Cancelled", value: counts.cancelled },
  ].filter(({ name, value }) => value > 0 || name === delivered);
  return (
    <div className="max-w-2xl">
      <dl className="grid grid-cols-2 gap-x-8 gap-y-3 sm:flex sm:flex-wrap">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="meta">{label}</dt>
            <dd className="text-xl font-semibold tabular-nums">{value.toLocaleString("en")}</dd>
          </div>
        ))}
      </dl>
      <BarTable
        caption="Mails by outcome"
        columns={["Outcome", "Mails"]}
        rows={outcomes.map((row) => ({ key: row.name, ...row }))}
      />
      {counts.clicks === null ? (
        <p className="meta mt-6">Clicks on the links of this issue are not counted.</p>
      ) : (
        <Links id={id} />
      )}
      <p className="meta mt-4 text-pretty">
        {sendsMail &&
          "Delivered: accepted by the mail server. Rejected: turned down by it permanently, and not because of this site. "}
        {sendsMail && "Mails that come back later are not known. "}
        Unsubscribed: by this issue’s link, within {UNSUBSCRIPTION_DAYS} days. Nothing is stored about persons, and
        opens are not measured.
      </p>
    </div>
  );
}

function Links({ id }: { id: number }) {
  const { data, isError, refetch } = useApi(numbersOf(id), { refetchOnMount: "always" });
  if (isError && !data)
    return (
      <div className="mt-6">
        <FailedNote onRetry={() => void refetch()}>Could not load the clicks.</FailedNote>
      </div>
    );
  if (!data)
    return (
      <p role="status" className="meta mt-6 min-h-24">
        Loading the clicks...
      </p>
    );
  return (
    <>
      <BarTable
        caption="Clicks by link"
        columns={["Link", "Clicks"]}
        rows={data.links.map(({ url, label, clicks }) => ({
          key: url,
          name: (
            <>
              <span className="font-medium">{label || url}</span>
              {label && (
                <a href={url} target="_blank" rel="noopener" className="meta block hover:text-accent hover:underline">
                  {url}
                </a>
              )}
            </>
          ),
          value: clicks,
        }))}
      />
      <p className="meta mt-3 text-pretty">
        Each reader counts once per link and hour. Programs that check mails can pass for readers.
      </p>
    </>
  );
}
