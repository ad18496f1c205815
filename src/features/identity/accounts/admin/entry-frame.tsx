import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { Link } from "react-router";
import { useSite } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";

export const ENTRY_LINK =
  "tap inline-flex items-center text-[0.9375rem] font-semibold underline underline-offset-4 hover:text-accent";

/** A screen outside the admin area: the site's name, and one form or message below it. */
export function EntryFrame({ children }: { children: ReactNode }) {
  return (
    <main id="main" className="grid min-h-dvh place-items-center px-4 py-12">
      <EntryColumn>{children}</EntryColumn>
    </main>
  );
}

/**
 * The same as a modal over the dashboard, which keeps everything typed in it. `labelledBy` is the id of its heading.
 */
export function EntryCover({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  const cover = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = cover.current;
    if (!element) return;
    element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={cover}
      aria-labelledby={labelledBy}
      onCancel={(event) => event.target === cover.current && event.preventDefault()}
      // Browsers let a second Esc close the dialog.
      onClose={({ currentTarget, target }) =>
        target === currentTarget && currentTarget.isConnected && currentTarget.showModal()
      }
      className="fixed inset-0 m-0 size-full max-h-none max-w-none overflow-y-auto overscroll-contain border-0 bg-paper p-0 text-ink"
    >
      <div className="grid min-h-dvh place-items-center px-4 py-12">
        <EntryColumn>{children}</EntryColumn>
      </div>
    </dialog>
  );
}

/** The outcome of a form in the frame, with a link to the next step. */
export function EntryOutcome({ children, to, next }: { children: ReactNode; to: string; next: string }) {
  const message = useRef<HTMLParagraphElement>(null);
  // The form that had the focus is gone.
  useEffect(() => message.current?.focus(), []);
  return (
    <>
      <p ref={message} tabIndex={-1} className="text-[0.9375rem] outline-none">
        {children}
      </p>
      <p className="mt-4">
        <Link to={to} className={ENTRY_LINK}>
          {next}
        </Link>
      </p>
    </>
  );
}

function EntryColumn({ children }: { children: ReactNode }) {
  const site = useSite();
  return (
    <div className="w-full max-w-sm">
      <a
        href={pageUrl.home()}
        className="wordmark mb-8 wrap-anywhere text-[clamp(1.5rem,1.3rem+1vw,2rem)]"
        aria-label={`${site.name}, to the site`}
      >
        {site.name}
      </a>
      {children}
    </div>
  );
}
