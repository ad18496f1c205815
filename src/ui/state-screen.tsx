import type { ReactNode } from "react";
import { Link } from "#shared/router.tsx";
import { useText } from "#shared/site-context.tsx";
import { Button, buttonClass } from "./button.tsx";

export type StateTextProps = {
  title: string;
  children?: ReactNode;
  /** A short text above the title, for example the status. */
  kicker?: string;
  link?: { to: string; label: string };
  action?: ReactNode;
};

/** A full-page state: not found, no connection, failed, empty. */
export const StateScreen = (props: StateTextProps) => (
  <div className="page-width py-20 sm:py-28">
    <div className="ruled max-w-2xl pt-5">
      <StateText {...props} />
    </div>
  </div>
);

/** Its heading, text and ways on. */
export function StateText(props: StateTextProps) {
  return (
    <>
      {props.kicker && <p className="kicker mb-4">{props.kicker}</p>}
      <h1 tabIndex={-1} className="headline-xl outline-none">
        {props.title}
      </h1>
      {props.children && <div className="mt-5 max-w-xl text-lg text-muted">{props.children}</div>}
      <div className="mt-8 flex flex-wrap gap-3">
        {props.link && (
          <Link to={props.link.to} className={buttonClass("solid")}>
            {props.link.label}
          </Link>
        )}
        {props.action}
      </div>
    </>
  );
}

/** A state within a page: an empty or failed list. `tone` failed is announced and coloured. */
export function StateNote(props: { children: ReactNode; tone?: "quiet" | "failed" }) {
  return props.tone === "failed" ? (
    <p role="alert" className="py-8 font-medium text-down">
      {props.children}
    </p>
  ) : (
    <p className="py-8 text-muted">{props.children}</p>
  );
}

/** The connection-error screen: neither a response from the server nor the page's own code could be loaded. */
export function ConnectionError({ onRetry }: { onRetry: () => void }) {
  const t = useText();
  return (
    <StateScreen title={t("Connection Error")} action={<Button onClick={onRetry}>{t("Try again")}</Button>}>
      <p role="alert">
        {t("Unable to connect to the database. Please check your internet connection or try again later.")}
      </p>
    </StateScreen>
  );
}
