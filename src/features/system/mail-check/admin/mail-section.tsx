import { type FormEvent, useState } from "react";
import { editorClientOf } from "#shared/editor-client.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { Field } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { MailCheckEndpoints, MailRecord, MailRecords } from "../endpoints.ts";

const mail = editorClientOf<MailCheckEndpoints>();

const WORDS: Record<MailRecord["state"], string> = {
  found: "found",
  missing: "missing",
  unknown: "unknown: the name servers did not answer",
};

/** The records with which other servers verify mail from this publication. */
export function MailSection() {
  const [selector, setSelector] = useState("");
  const { data, isError, refetch } = useApi(
    mail.query("GET /mail/records", { query: { selector: selector || undefined } }),
  );
  function check(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setSelector(String(new FormData(event.currentTarget).get("selector")).trim());
    void refetch();
  }
  return (
    <section className="mt-10 border-t border-rule pt-6">
      <h2 className="headline-md mb-3 font-semibold">Mail</h2>
      {data ? (
        <Records records={data} />
      ) : isError ? (
        <FailedNote onRetry={refetch}>
          Could not look up the records. A selector has letters, digits and hyphens.
        </FailedNote>
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
      <form onSubmit={check} noValidate className="mt-4 max-w-sm space-y-4">
        <Field
          label="DKIM selector"
          name="selector"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint="Your mail provider names it, for example s1."
        />
        <AdminButton type="submit">Check Records</AdminButton>
      </form>
    </section>
  );
}

function Records({ records: { from, sends_mail, spf, dmarc, dkim } }: { records: MailRecords }) {
  return (
    <div className="space-y-4 text-[0.9375rem]">
      <p className="max-w-prose text-pretty wrap-anywhere">
        Mail is sent from <strong className="font-semibold">{from}</strong>.{" "}
        {!sends_mail && "No mail server is set (SMTP_URL): mails are stored as files."}
      </p>
      <dl className="space-y-2">
        <Line name="SPF" record={spf} />
        <Line name="DMARC" record={dmarc} />
        {dkim && <Line name="DKIM" record={dkim} />}
      </dl>
    </div>
  );
}

function Line({ name, record }: { name: string; record: MailRecord }) {
  return (
    <div>
      <dt className="font-semibold">
        {name}: {WORDS[record.state]}
      </dt>
      <dd className="meta break-all">
        {record.name} {record.text && <code>{record.text}</code>}
      </dd>
    </div>
  );
}
