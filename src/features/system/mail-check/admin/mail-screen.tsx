import { type FormEvent, type ReactNode, use, useEffect, useState } from "react";
import { Link } from "react-router";
import { SiteChanges, useEditorApi } from "#shared/editor-api.tsx";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { AllSettings, FailedNote, ScreenHead } from "#ui/admin/panel.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { MailSettings, MailState, TestOutcome } from "../endpoints.ts";
import { SenderChecks } from "./sender-checks.tsx";
import { mail, ServerForm } from "./server-form.tsx";

/** The mail server and the sender, a test mail, and whether other servers trust it. */
export function MailScreen() {
  const state = useApi(mail.query("GET /mail"));
  const settings = useApi(mail.query("GET /settings/mail"));
  const { data: stored } = settings;
  const changeSite = use(SiteChanges);
  const sendsMail = state.data && state.data.server !== null;
  // Notices of other screens follow.
  useEffect(() => {
    if (sendsMail !== undefined) changeSite({ sendsMail });
  }, [sendsMail, changeSite]);
  return (
    <>
      <ScreenHead title="Mail">
        <AllSettings />
      </ScreenHead>
      <div className="max-w-4xl">
        {state.data && stored ? (
          <MailParts state={state.data} settings={stored} />
        ) : state.isError || settings.isError ? (
          <FailedNote
            onRetry={() => {
              void state.refetch();
              void settings.refetch();
            }}
          >
            Could not load the mail settings.
          </FailedNote>
        ) : (
          <div className="space-y-4" aria-busy="true">
            <p role="status" className="sr-only">
              Loading the mail settings...
            </p>
            <Skeleton className="h-12 w-full" />
            <Skeleton className="h-40 w-full" />
          </div>
        )}
      </div>
    </>
  );
}

function MailParts({ state, settings }: { state: MailState; settings: MailSettings }) {
  const { from, server } = state;
  const [tried, setTried] = useState<TestOutcome | null>(null);
  const [sent, setSent] = useState<TestOutcome | null>(null);
  return (
    <>
      {server === null ? (
        <p className="max-w-prose border-l-4 border-accent bg-surface px-4 py-3 text-[0.9375rem] font-medium">
          No mail server is set, so mail is not delivered: each mail is a file on the server.
        </p>
      ) : (
        <p className="max-w-prose text-pretty wrap-anywhere text-[0.9375rem]">
          Mail is sent as{" "}
          <strong className="font-semibold">
            {from.name} &lt;{from.email}&gt;
          </strong>{" "}
          through <strong className="font-semibold">{server}</strong>. What became of each mail is in the{" "}
          <Link to={adminUrl.audience("outbox")} className="underline">
            outbox
          </Link>
          .
        </p>
      )}
      <ServerForm state={state} settings={settings} onTested={setTried} />
      <div role="status">{tried && <Outcome outcome={tried} />}</div>
      {server !== null && (
        <>
          <TestMail ownEmail={state.own_email} outcome={sent} onSent={setSent} />
          <SenderChecks
            domain={from.email.slice(from.email.lastIndexOf("@") + 1)}
            sentId={sent?.message_id ?? tried?.message_id}
          />
        </>
      )}
    </>
  );
}

type TestProps = { ownEmail: string; outcome: TestOutcome | null; onSent: (outcome: TestOutcome) => void };

function TestMail({ ownEmail, outcome, onSent }: TestProps) {
  const api = useEditorApi();
  const { isBusy, run } = useCall();
  const [email, setEmail] = useState(ownEmail);
  const [error, setError] = useState("");
  function send(event: FormEvent) {
    event.preventDefault();
    setError("");
    void run(async () => onSent((await mail.send(api, "POST /mail/test", { body: { email } })).body), {
      title: "No test mail was sent",
      fallback: "Please try again.",
      onFailed: (_error, description) => setError(description),
    });
  }
  return (
    <Part title="Test mail">
      <form onSubmit={send} noValidate className="flex max-w-xl flex-wrap items-start gap-3">
        <Field
          className="min-w-0 flex-1 basis-64"
          label="Send to"
          name="email"
          type="email"
          autoComplete="email"
          value={email}
          error={error}
          onChange={({ target }) => setEmail(target.value)}
        />
        <AdminButton type="submit" variant="primary" isBusy={isBusy} className="min-h-11.5 sm:mt-[1.6875rem]">
          {isBusy ? "Sending..." : "Send test mail"}
        </AdminButton>
      </form>
      <div role="status">{outcome && <Outcome outcome={outcome} />}</div>
    </Part>
  );
}

const FAILURES: Record<NonNullable<TestOutcome["failed_at"]>, [what: string, advice: string]> = {
  name: ["The name of the mail server was not found", "Check the host."],
  network: [
    "Connections to this mail server are not allowed",
    "It must be on the internet at a port for mail, or on this machine. The operator can allow others with SMTP_ANY_HOST=on.",
  ],
  connection: [
    "The connection to the mail server failed",
    "Check host and port. Many hosting providers block outgoing port 25: use 465 or 587.",
  ],
  encryption: [
    "The connection could not be encrypted",
    "Use the host name that the server’s certificate is for. TLS from the start is for port 465, STARTTLS for port 587.",
  ],
  login: [
    "The mail server rejected the login",
    "Check user and password. Some providers need a password made for this use.",
  ],
  sender: [
    "The mail server rejected the sender",
    "Allow the sender’s address at your mail provider, or enter an address that it allows.",
  ],
  recipient: ["The mail server rejected the recipient", "Check the address, or send the test to another one."],
  text: [
    "The mail server rejected the mail",
    "Its reply says why. Often the sender’s domain must first be confirmed there.",
  ],
  timeout: [
    "The mail server did not answer in time",
    "Check host and port, and whether a firewall blocks outgoing connections to this port.",
  ],
};

function Outcome({ outcome: { failed_at, reply, server, email, message_id } }: { outcome: TestOutcome }) {
  const [what, advice] = failed_at
    ? FAILURES[failed_at]
    : [
        `${server} accepted the mail to ${email}`,
        "It should arrive within a minute. If it does not, look in the spam folder.",
      ];
  return (
    <div className={`mt-5 max-w-2xl border-l-4 bg-surface px-4 py-3 ${failed_at ? "border-down" : "border-up"}`}>
      <p className={`font-medium wrap-anywhere ${failed_at ? "text-down" : "text-up"}`}>{what}.</p>
      <p className="mt-1 text-pretty text-[0.9375rem]">{advice}</p>
      <dl className="mt-3 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        <Fact name={failed_at ? "Reply or error" : "Reply"}>{reply}</Fact>
        <Fact name="Server">{server}</Fact>
        <Fact name="Message-ID">{message_id}</Fact>
      </dl>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="break-all">
        <code>{children}</code>
      </dd>
    </>
  );
}

/** A part of the screen below a rule. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-10 border-t border-rule pt-6">
      <h3 className="headline-sm mb-4 font-semibold">{title}</h3>
      {children}
    </section>
  );
}
