import { Component, type ErrorInfo, type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { canLoadDocument, isServerThere } from "#shared/other-build.ts";
import { AdminButton, buttonLook } from "./controls.tsx";
import { MissingCodeError } from "./lazy-component.ts";
import { FailedNote } from "./panel.tsx";
import { type Marks, unstoredMarks, wasLostWith, whenAllSafe } from "./unsaved.tsx";

type Look = {
  /** The way back where the place has no bar of its own. */
  back?: { to: string; label: string } | undefined;
  /** Part of a form, such as `the editor`: a line in its place, and only if its code is missing. */
  part?: string | undefined;
};

/** Shows a message in place of a screen that fails, so that the bar and other screens go on working. */
export function PlaceBoundary({ children, ...look }: Look & { children: ReactNode }) {
  const { key } = useLocation();
  return (
    <Boundary address={key} {...look}>
      {children}
    </Boundary>
  );
}

type Props = Look & { address: string; children: ReactNode };
type State = { address: string; failure: { error: unknown } | null; unstored: Marks };

class Boundary extends Component<Props, State> {
  override state: State = { address: this.props.address, failure: null, unstored: [] };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } };
  }

  /** Another address of the same place is another try. */
  static getDerivedStateFromProps({ address }: Props, state: State): Partial<State> | null {
    return address === state.address ? null : { address, failure: null, unstored: [] };
  }

  /** The place has been removed, but its effects have not: what it had not stored is still marked. */
  override componentDidCatch(_error: unknown, _info: ErrorInfo): void {
    this.setState({ unstored: unstoredMarks() });
  }

  override render(): ReactNode {
    const { failure, unstored } = this.state;
    if (!failure) return this.props.children;
    const { error } = failure;
    const { part, back } = this.props;
    const look = { back };
    if (!(error instanceof MissingCodeError)) {
      if (part) throw error;
      return <FailedPlace {...look} title="This screen failed" isTextLost={wasLostWith(unstored)} />;
    }
    const onRetry = () => {
      error.retry();
      this.setState({ failure: null });
    };
    return <MissingCode {...look} part={part} onRetry={onRetry} />;
  }
}

/**
 * In place of a screen whose code could not be loaded. If another build is in service, the address is loaded as a
 * document as soon as everything that was typed is stored.
 */
function MissingCode({ onRetry, part, ...look }: Look & { onRetry: () => void }) {
  const [state, setState] = useState<"checking" | "away" | "unsafe" | "broken">("checking");
  useEffect(() => {
    let isGone = false;
    const check = async () => {
      if (!(await isServerThere())) return "away";
      if (!canLoadDocument()) return "broken";
      return (await whenAllSafe()) ? "load" : "unsafe";
    };
    void check().then((found) => {
      if (isGone) return;
      if (found === "load") location.reload();
      else setState(found);
    });
    return () => {
      isGone = true;
    };
  }, []);
  if (state === "checking") return <p role="status">Loading…</p>;
  if (part)
    return (
      <FailedNote onRetry={state === "away" ? onRetry : reload} retry={state === "away" ? "Try again" : "Reload"}>
        Could not load {part}.
      </FailedNote>
    );
  if (state === "broken") return <FailedPlace {...look} title="This screen failed" />;
  if (state === "unsafe")
    return (
      <FailedPlace
        {...look}
        title="A newer version is in use"
        text="Reload to open this screen. Save your other open forms first."
      />
    );
  return (
    <FailedPlace
      {...look}
      title="Could not load this screen"
      text="Check your connection, then try again. Your text is stored."
      onRetry={onRetry}
    />
  );
}

const reload = () => location.reload();

type FailedProps = Omit<Look, "part"> & {
  title: string;
  text?: string;
  isTextLost?: boolean;
  onRetry?: () => void;
};

function FailedPlace({ title, text, isTextLost = false, back, onRetry }: FailedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="mx-auto max-w-xl px-4 py-16">
      <h1 ref={heading} tabIndex={-1} className="headline-md font-semibold outline-none">
        {title}
      </h1>
      <p className="mt-3 mb-6 text-muted">
        {text ?? (isTextLost ? "Text that was not saved yet may be lost." : "Your text is stored.")}
      </p>
      <div className="flex flex-wrap gap-2">
        {onRetry ? (
          <AdminButton variant="primary" onClick={onRetry}>
            Try again
          </AdminButton>
        ) : (
          <AdminButton variant="primary" onClick={reload}>
            Reload
          </AdminButton>
        )}
        {back && (
          <Link to={back.to} className={buttonLook("plain")}>
            {back.label}
          </Link>
        )}
      </div>
    </section>
  );
}
