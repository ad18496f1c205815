import { type ReactNode, type Ref, type RefObject, useRef, useState } from "react";
import { Link } from "react-router";
import { adminUrl } from "#shared/urls.ts";
import { AdminButton, buttonLook } from "./controls.tsx";
import { useUnsaved } from "./unsaved.tsx";

type HeadingProps = {
  title: string;
  children?: ReactNode;
  /** Next to the title, on screens with room for it. */
  note?: ReactNode;
  /** Above a long list: as low as a line. */
  isDense?: boolean;
  /** For moving the focus here when the focused control has disappeared. */
  ref?: Ref<HTMLHeadingElement>;
};

/** The head of a screen: the page's only first heading, and the actions of the screen. */
export function ScreenHead({ title, children, ref }: Pick<HeadingProps, "title" | "children" | "ref">) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 pt-6 pb-5">
      <h1 ref={ref} tabIndex={-1} className="headline-md leading-9 font-semibold outline-none">
        {title}
      </h1>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </div>
  );
}

/** The heading of a part of a screen, such as a tab, with its actions. */
export function PanelHeading({ title, children, note, isDense = false, ref }: HeadingProps) {
  return (
    <div
      className={isDense ? "flex items-center gap-3 md:mb-1" : "mb-5 flex flex-wrap items-center justify-between gap-3"}
    >
      <h2
        ref={ref}
        tabIndex={-1}
        className={`font-semibold outline-none ${isDense ? "text-base whitespace-nowrap sm:text-lg" : "headline-sm"}`}
      >
        {title}
      </h2>
      {note && <div className="grow max-md:hidden">{note}</div>}
      <div className={isDense ? "ml-auto flex gap-2 min-[22rem]:whitespace-nowrap" : "flex flex-wrap gap-2"}>
        {children}
      </div>
    </div>
  );
}

/** Leads from the screen of one setting back to all. */
export const AllSettings = () => (
  <Link to={adminUrl.settings()} className={buttonLook("plain")}>
    All settings
  </Link>
);

type CardProps = {
  title: string;
  children: ReactNode;
  /** Of its heading: 2 where it is not in a part of the screen. */
  level?: 2 | 3;
  /** For moving the focus to a card without fields. */
  ref?: Ref<HTMLElement>;
};

export function FormCard({ title, children, level = 3, ref }: CardProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      aria-label={title}
      className="mb-8 scroll-mt-4 border border-rule bg-surface/40 p-4 outline-none sm:p-6"
    >
      <Heading className="headline-sm mb-4 font-semibold">{title}</Heading>
      {children}
    </section>
  );
}

type FailedProps = {
  children: ReactNode;
  onRetry: () => void;
  retry?: string;
  /** A toast has already announced it. */
  isAnnounced?: boolean;
};

export function FailedNote({ children, onRetry, retry = "Try again", isAnnounced = false }: FailedProps) {
  return (
    <div
      role={isAnnounced ? undefined : "alert"}
      className="flex flex-wrap items-center gap-4 border-l-4 border-down bg-surface px-4 py-3"
    >
      <p className="font-medium text-down">{children}</p>
      <AdminButton onClick={onRetry}>{retry}</AdminButton>
    </div>
  );
}

type Card<Row> = {
  /** 'new', the row being edited, or null if the form is closed. */
  subject: "new" | Row | null;
  toggle: () => void;
  edit: (row: Row) => void;
  /** Leaves the form; asks first if typed text would be lost. */
  cancel: () => void;
  /** Closes the form without asking, because its text is saved or its row was deleted. */
  close: () => void;
  /** Called by the form with whether it has unsaved changes. */
  setUnsaved: (isUnsaved: boolean) => void;
  /** The tab's heading, focused when the element that opened the form has disappeared. */
  heading: RefObject<HTMLHeadingElement | null>;
};

/** The one card of a tab, for adding and editing. Closing it returns the focus to the element that opened it. */
export function useCard<Row>(): Card<Row> {
  const [subject, setSubject] = useState<Card<Row>["subject"]>(null);
  const [isUnsaved, setUnsaved] = useState(false);
  const leave = useUnsaved(isUnsaved);
  const opener = useRef<Element | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const open = (next: "new" | Row) =>
    leave(() => {
      opener.current = document.activeElement;
      setUnsaved(false);
      setSubject(next);
    });
  const close = () => {
    const back = opener.current?.isConnected ? opener.current : heading.current;
    if (back instanceof HTMLElement) back.focus();
    setUnsaved(false);
    setSubject(null);
  };
  const cancel = () => leave(close);
  const toggle = () => (subject === "new" ? cancel() : open("new"));
  return { subject, toggle, edit: open, cancel, close, setUnsaved, heading };
}
