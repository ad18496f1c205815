import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { NetworkError } from "#shared/api-client.ts";
import { editorClientOf } from "#shared/editor-client.ts";
import { useSite } from "#shared/site-context.tsx";
import { buttonClass } from "#ui/button.tsx";
import type { SingleSignOnEndpoints } from "../endpoints.ts";
import { FAILURES, type Failure, NOT_SIGNED_IN, SIGNED_IN } from "../rules.ts";

const { url } = editorClientOf<SingleSignOnEndpoints>();

/** Where a browser goes to sign in, fetches its session afterwards, and ends it at the provider. */
const START_URL = url("GET /accounts/oidc/start");
const SESSION_URL = url("POST /accounts/oidc/session");
const LOGOUT_URL = url("GET /accounts/oidc/logout");

/** The button for single sign-on, if a provider is set up. Opens a new tab if the screen covers unsaved work. */
export function SignOnLink({ opensTab }: { opensTab: boolean }) {
  const { signOnName } = useSite();
  if (signOnName === undefined) return null;
  return (
    <a href={START_URL} target={opensTab ? "_blank" : undefined} className={buttonClass("outline", "mt-3 w-full")}>
      Log in with {signOnName}
    </a>
  );
}

/** Marks a session that came from the provider, and must end there too. */
const MARK = "signed_in_by_provider";

type SignOn = {
  isBusy: boolean;
  /** Why the sign-in failed, as a sentence. */
  failure: string | undefined;
};

/** Continues after the provider redirects back: fetches the session, or shows why there is none. */
export function useSignOn(enterBy: (url: string) => Promise<void>): SignOn {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [state, setState] = useState<SignOn>(() => ({ isBusy: hash === SIGNED_IN, failure: failureIn(hash) }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the address that the browser came back by.
  useEffect(() => {
    if (hash !== SIGNED_IN && failureIn(hash) === undefined) return;
    // A reload or a bookmark must not try again.
    void navigate(pathname + search, { replace: true });
    if (hash !== SIGNED_IN) return;
    enterBy(SESSION_URL).then(
      () => {
        mark(true);
        setState({ isBusy: false, failure: undefined });
      },
      (error: unknown) => {
        const failure = error instanceof NetworkError ? error.message : FAILURES.ended;
        setState({ isBusy: false, failure });
      },
    );
  }, []);
  return state;
}

function failureIn(hash: string): string | undefined {
  const name = hash.startsWith(NOT_SIGNED_IN) ? hash.slice(NOT_SIGNED_IN.length) : "";
  // Anyone can craft a link: inherited properties are not sentences.
  return Object.hasOwn(FAILURES, name) ? FAILURES[name as Failure] : undefined;
}

function mark(isSet: boolean): void {
  try {
    if (isSet) localStorage.setItem(MARK, "1");
    else localStorage.removeItem(MARK);
  } catch {
    // Storage is blocked: the log-out is local only.
  }
}

/** After a log-out: ends the session at the provider too, if it came from there. */
export function leaveProvider(): void {
  try {
    if (localStorage.getItem(MARK) === null) return;
  } catch {
    return;
  }
  mark(false);
  window.location.assign(LOGOUT_URL);
}
