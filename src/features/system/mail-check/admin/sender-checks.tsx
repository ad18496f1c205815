import { type FormEvent, useState } from "react";
import { editorClientOf } from "#shared/editor-client.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { Field } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { MailCheckEndpoints, MailRecords } from "../endpoints.ts";
import { headerPart, METHODS, type Method, type Reading, readResults, SELECTOR, SELECTOR_ERROR } from "../results.ts";
import { MEANINGS, type Verdict, verdictOfFinding, verdictOfRecord } from "./verdicts.ts";

const mail = editorClientOf<MailCheckEndpoints>();

const NAMES: Record<Method, string> = { spf: "SPF", dkim: "DKIM", dmarc: "DMARC" };

const PROBLEMS: Record<Exclude<Reading["state"], "read">, string> = {
  "no-headers": "This has no headers of a mail. Copy the full source, from its first line.",
  "no-results":
    "This mail has no Authentication-Results header: the receiving server does not state what it checked. Send the test to a mailbox at a large provider.",
  unreadable: "The Authentication-Results header can’t be read: a comment or a quoted text in it has no end.",
};

type Props = {
  /** The domain of the sender's address. */
  domain: string;
  /** The Message-ID of the test mail that was just sent. */
  sentId: string | undefined;
};

/** SPF, DKIM and DMARC: the records of the sender's domain, next to what the receiver of a mail found. */
export function SenderChecks({ domain, sentId }: Props) {
  const [source, setSource] = useState("");
  const [typed, setTyped] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  const reading = source.trim() === "" ? null : readResults(source);
  const read = reading?.state === "read" ? reading : null;
  const selector = chosen ?? (read ? selectorIn(read, domain) : "");
  const { data, isError, isFetching, refetch } = useApi(
    mail.query("GET /mail/records", { query: { selector: selector || undefined } }),
    { placeholderData: (before) => before },
  );
  const [error, setError] = useState<string>();
  function readSource(given: string) {
    setSource(given);
    setTyped(undefined);
    setChosen(undefined);
  }
  function checkSelector(wanted: string) {
    if (wanted !== "" && !SELECTOR.test(wanted)) return setError(SELECTOR_ERROR);
    setError(undefined);
    setChosen(wanted);
    if (wanted === selector) void refetch();
  }
  return (
    <section aria-labelledby="sender-checks" className="mt-10 border-t border-rule pt-6">
      <h3 id="sender-checks" className="headline-sm mb-3 font-semibold">
        SPF, DKIM and DMARC
      </h3>
      <p className="mb-5 max-w-prose text-pretty text-[0.9375rem] text-muted">
        Other servers judge your mail by these three. Below is what name servers say about{" "}
        <strong className="font-semibold text-ink">{domain}</strong>, next to what the receiver of a mail found.
      </p>
      <SourceField source={source} reading={reading} domain={domain} sentId={sentId} onChange={readSource} />
      {data ? (
        <Checks records={data} read={read} />
      ) : isError ? (
        <FailedNote onRetry={refetch}>Could not look up the records. The server did not respond.</FailedNote>
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
      <SelectorForm
        selector={typed ?? selector}
        error={error}
        isBusy={isFetching}
        onChange={setTyped}
        onCheck={checkSelector}
      />
    </section>
  );
}

/** The selector of the sender's own signature: from the signature, or as the receiver names it. */
function selectorIn({ from, selector, findings: { dkim } }: Read, domain: string): string {
  if (from !== domain) return "";
  return selector || (dkim?.domain === domain && SELECTOR.test(dkim.selector) ? dkim.selector : "");
}

type SourceProps = Props & { source: string; reading: Reading | null; onChange: (source: string) => void };

function SourceField({ source, reading, domain, sentId, onChange }: SourceProps) {
  return (
    <div className="mb-6">
      <Field
        label="Paste the source of the received mail"
        name="source"
        rows={5}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        className="[&_textarea]:font-mono [&_textarea]:text-sm"
        hint="In Gmail: ⋮, Show original. In Outlook: …, View, View message source. In Apple Mail: View, Message, Raw Source. It stays in this browser; only its headers are used."
        value={source}
        error={reading && reading.state !== "read" ? PROBLEMS[reading.state] : undefined}
        onChange={({ target }) => onChange(headerPart(target.value))}
      />
      <div role="status" className="mt-3 space-y-1 text-pretty text-[0.9375rem] wrap-anywhere">
        {reading?.state === "read" && (
          <>
            <p>
              {reading.server ? (
                <>
                  Found by <strong className="font-semibold">{reading.server}</strong>.
                </>
              ) : (
                "The receiving server does not give its name."
              )}{" "}
              Only the topmost Authentication-Results header counts: your receiving server added it. Others below may
              have come with the mail.
            </p>
            {reading.from === domain && (
              <Summary isTrusted={reading.findings.dmarc?.result === "pass"} domain={domain} />
            )}
            {sentId !== undefined && reading.messageId === sentId && <p>It is the test mail that you just sent.</p>}
            {reading.from !== domain && (
              <p className="font-medium text-down">
                This mail is from {reading.from || "no address"}, not from {domain}. Paste the source of the test mail.
              </p>
            )}
          </>
        )}
      </div>
    </div>
  );
}

/** What the results mean together, for people who don't know the three names. */
function Summary({ isTrusted, domain }: { isTrusted: boolean; domain: string }) {
  return isTrusted ? (
    <p className="font-medium text-up">The receiver confirmed that the mail is from {domain}.</p>
  ) : (
    <p className="font-medium text-down">
      The receiver could not confirm that the mail is from {domain}, so it may go to spam. Below is what to change.
    </p>
  );
}

type Read = Extract<Reading, { state: "read" }>;

function Checks({ records, read }: { records: MailRecords; read: Read | null }) {
  // With DMARC passed, one of the two was for the sender's domain, and the other may be for another one.
  const isTrusted = read?.findings.dmarc?.result === "pass";
  return (
    <ul className="border-t border-rule">
      {METHODS.map((method) => {
        const record = records[method];
        return (
          <li key={method} className="grid gap-x-8 gap-y-4 border-b border-rule py-4 md:grid-cols-3">
            <div>
              <h4 className="font-semibold">{NAMES[method]}</h4>
              <p className="meta mt-1 text-pretty">{MEANINGS[method]}</p>
            </div>
            {record ? (
              <Shown title="Record" verdict={verdictOfRecord(method, record)} detail={record} />
            ) : (
              <Shown
                title="Record"
                verdict={{ tone: "open", words: "Not looked up", advice: "Enter the DKIM selector below." }}
              />
            )}
            <Shown
              title="Received mail"
              verdict={
                read
                  ? verdictOfFinding(method, read.findings[method], read.from, isTrusted)
                  : { tone: "open", words: "Not known yet", advice: "" }
              }
            />
          </li>
        );
      })}
    </ul>
  );
}

const TONES: Record<Verdict["tone"], string> = { good: "text-up", bad: "text-down", open: "text-muted" };

type ShownProps = { title: string; verdict: Verdict; detail?: { name: string; text: string } };

function Shown({ title, verdict: { tone, words, advice }, detail }: ShownProps) {
  return (
    <div className="min-w-0">
      <p className="text-sm text-muted">{title}</p>
      <p className={`mt-1 font-semibold wrap-anywhere ${TONES[tone]}`}>{words}</p>
      {advice && <p className="mt-1 text-pretty text-[0.9375rem] wrap-anywhere">{advice}</p>}
      {detail?.text && (
        <p className="meta mt-1 max-h-24 overflow-y-auto break-all">
          <code>{detail.text}</code>
        </p>
      )}
    </div>
  );
}

type SelectorProps = {
  selector: string;
  error: string | undefined;
  isBusy: boolean;
  onChange: (selector: string) => void;
  onCheck: (selector: string) => void;
};

function SelectorForm({ selector, error, isBusy, onChange, onCheck }: SelectorProps) {
  function check(event: FormEvent) {
    event.preventDefault();
    onCheck(selector.trim());
  }
  return (
    <form onSubmit={check} noValidate className="mt-5 flex max-w-xl flex-wrap items-start gap-3">
      <Field
        className="min-w-0 flex-1 basis-64"
        label="DKIM selector"
        name="selector"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="Your mail provider names it, for example s1. The source of a signed mail contains it."
        value={selector}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
      <AdminButton type="submit" isBusy={isBusy} className="min-h-11.5 sm:mt-[1.6875rem]">
        Check records
      </AdminButton>
    </form>
  );
}
