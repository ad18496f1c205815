import { useEffect, useRef, useState } from "react";
import { EntryFrame, EntryOutcome } from "#features/identity/accounts/admin/entry-frame.tsx";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { useLinkToken } from "#ui/admin/address.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Button } from "#ui/button.tsx";
import { confirmEmail } from "./calls.ts";

const BAD = "This link is not valid any more: it works once, for 24 hours, and until the change is cancelled.";

/** What the links open that confirm a change of the address. A button does it: programs that look through mails open links. */
export function ConfirmEmailScreen() {
  const token = useLinkToken(adminUrl.confirmEmail());
  const [outcome, setOutcome] = useState(token === "" ? BAD : undefined);
  return (
    <EntryFrame>
      <div className="ruled pt-5">
        <h1 className="headline-md mb-4 font-semibold">Confirm your address</h1>
        {outcome === undefined ? (
          <Question token={token} onDone={setOutcome} />
        ) : (
          <EntryOutcome to={pageUrl.admin()} next="To the admin area">
            {outcome}
          </EntryOutcome>
        )}
      </div>
    </EntryFrame>
  );
}

function Question({ token, onDone }: { token: string; onDone: (sentence: string) => void }) {
  const { isBusy, run } = useCall();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const confirm = () =>
    run(async () => onDone((await confirmEmail(token)).message), {
      title: "The address was not confirmed",
      fallback: (error) => (error instanceof NetworkError ? error.message : "Please try again."),
      onFailed(error, description) {
        // Too many calls, or no answer: the link is still good.
        if (error instanceof ApiError && (error.status === 400 || error.status === 409))
          onDone(error.status === 400 ? BAD : description);
      },
    });
  return (
    <>
      <p className="text-[0.9375rem]">
        The address that an account logs in by is to be changed. The former and the new address both have to confirm it.
      </p>
      <Button ref={button} type="button" disabled={isBusy} className="mt-6 w-full" onClick={() => void confirm()}>
        {isBusy ? "Confirming..." : "Confirm the change"}
      </Button>
    </>
  );
}
