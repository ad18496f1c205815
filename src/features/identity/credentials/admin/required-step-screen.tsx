import { useEffect, useRef } from "react";
import { EntryCover, EntryFrame } from "#features/identity/accounts/admin/entry-frame.tsx";
import { useSite } from "#shared/site-context.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useScreenTitle } from "#ui/admin/screen.tsx";
import { SecondStepSection } from "./internal/second-step.tsx";

type Props = {
  /** Whether it came while somebody was working: it covers the dashboard, which keeps everything typed in it. */
  isOverWork: boolean;
  onDone: () => void;
  onLogOut: () => void;
};

const TITLE_ID = "required-step-title";

/** Shown first to whoever has a role that needs a second step and has none. */
export function RequiredStepScreen({ isOverWork, ...on }: Props) {
  useScreenTitle("Set up a second step");
  if (!isOverWork)
    return (
      <EntryFrame>
        <RequiredStep {...on} />
      </EntryFrame>
    );
  return (
    <EntryCover labelledBy={TITLE_ID}>
      <RequiredStep {...on} note="Nothing that you typed is lost." />
    </EntryCover>
  );
}

function RequiredStep({ note, onDone, onLogOut }: Omit<Props, "isOverWork"> & { note?: string }) {
  const site = useSite();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="ruled pt-5">
      <h1 ref={heading} id={TITLE_ID} tabIndex={-1} className="headline-md mb-4 font-semibold outline-none">
        Set up a second step
      </h1>
      <p className="mb-5 text-[0.9375rem]">
        Your role at {site.name} needs more than a password to log in. Set up an authenticator app or a passkey, and go
        on to the dashboard. {note}
      </p>
      <SecondStepSection onSetUp={onDone} />
      <p className="mt-6">
        <AdminButton onClick={onLogOut}>Log Out</AdminButton>
      </p>
    </div>
  );
}
