import { createContext, type ReactNode, type RefObject, use, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { AdminButton } from "./controls.tsx";

/** The element that popups are rendered in; undefined for the body. A modal dialog makes everything outside it inert. */
export const PopupContainer = createContext<RefObject<HTMLElement | null> | undefined>(undefined);

export const usePopupContainer = () => use(PopupContainer);

/** Props of a positioner: below its control, or above it at the end of the screen. Stacks above the editor's panels. */
export const POPUP_POSITION = {
  align: "start",
  sideOffset: 4,
  collisionPadding: 8,
  positionMethod: "fixed",
  className: "z-40",
} as const;

/** The look of a popup. The maximum height fits a calendar with its clock on a touch screen, or ten options. */
export const POPUP_LOOK =
  "max-h-[min(28.75rem,max(7.5rem,var(--available-height)))] overflow-auto border border-rule bg-paper text-ink shadow-[0_10px_40px_rgb(0_0_0/0.22)] outline-none";

export const OPTION_LOOK =
  "flex min-h-9 cursor-pointer items-center gap-2 px-2.5 py-1.5 text-sm outline-none data-highlighted:bg-surface pointer-coarse:min-h-11";

type DialogProps = {
  title: string;
  children: ReactNode;
  /** Called for Esc and everything else that closes it without a choice. */
  onClose: () => void;
  /** Size: for a list or comparison, for a long form, or for the full window. The default fits a question. */
  wide?: boolean | "form" | "window";
  /** At the bottom of the window, as wide as it, as on phones. */
  sheet?: boolean;
  /** Gives the title the initial focus, so that Enter does not choose what has not been read. */
  focusesTitle?: boolean;
} & Pick<FrameProps, "focused">;

const SIZES = {
  question: "max-w-md w-[calc(100%-2rem)] max-h-[90dvh]",
  form: "max-w-2xl w-[calc(100%-2rem)] max-h-[90dvh]",
  list: "max-w-5xl w-[calc(100%-2rem)] max-h-[90dvh]",
  window: "h-dvh max-h-none w-full max-w-none sm:h-[calc(100dvh-2rem)] sm:w-[calc(100%-2rem)]",
};

/**
 * A modal dialog while it is rendered. The native element traps the focus and returns it on close.
 */
export function Dialog(props: DialogProps) {
  const { title, children, onClose, wide = false, sheet = false, focusesTitle = false, focused } = props;
  const id = useId();
  return (
    <ModalFrame
      aria-labelledby={id}
      onClose={onClose}
      focused={focusesTitle ? (dialog) => dialog.querySelector<HTMLElement>("h2") : focused}
      className={
        sheet
          ? "mt-auto mb-0 max-h-[85dvh] w-full max-w-none overflow-y-auto p-5"
          : `m-auto overflow-y-auto p-5 sm:p-6 ${SIZES[wide === true ? "list" : wide || "question"]}`
      }
    >
      <h2 id={id} {...(focusesTitle && { tabIndex: -1 })} className="headline-sm font-semibold wrap-anywhere">
        {title}
      </h2>
      {children}
    </ModalFrame>
  );
}

type FrameProps = {
  children: ReactNode;
  onClose: () => void;
  /** While false the dialog is closed and its content stays mounted. */
  isOpen?: boolean;
  /** Returns the element that gets the initial focus; by default the first control. */
  focused?: ((dialog: HTMLDialogElement) => HTMLElement | null | undefined) | undefined;
  "aria-labelledby"?: string;
  "aria-label"?: string;
  /** It contains fields of the surrounding form, whose shortcuts work in it too. */
  "data-part-of-form"?: true;
  className: string;
};

/** The last button, for the initial focus of a dialog that other controls precede: `autoFocus` comes before it opens. */
export const lastButton = (dialog: HTMLDialogElement) => [...dialog.querySelectorAll("button")].at(-1);

const CONTROLS = "input, textarea, select, button, a[href], [tabindex='0']";

/** Moves the focus of a dialog that has no control yet to its first one, once the content has loaded. */
function focusWhenLoaded(dialog: HTMLDialogElement): () => void {
  const observer = new MutationObserver(() => {
    if (document.activeElement === dialog) dialog.querySelector<HTMLElement>(CONTROLS)?.focus();
    if (document.activeElement !== dialog) observer.disconnect();
  });
  if (document.activeElement === dialog) observer.observe(dialog, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** A modal dialog without a visible title; needs `label` or `labelledby`. */
export function ModalFrame({ children, isOpen = true, focused, onClose, className, ...name }: FrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // In the layout phase: closing it after removal from the document would not return the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is set once, as it opens
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!isOpen || !element) return;
    element.showModal();
    // Scroll to the top even if the focused element is at the end.
    element.scrollTo(0, 0);
    focused?.(element)?.focus();
    const stopWaiting = focusWhenLoaded(element);
    return () => {
      stopWaiting();
      element.close();
    };
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      {...name}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Browsers let a second Esc close it regardless.
      onClose={({ currentTarget }) => isOpen && currentTarget.isConnected && onClose()}
      className={`border border-rule bg-paper text-start whitespace-normal text-ink shadow-[0_20px_60px_rgb(0_0_0/0.3)] backdrop:bg-black/50 ${className}`}
    >
      <PopupContainer value={dialog}>{children}</PopupContainer>
    </dialog>
  );
}

/**
 * Renders the dialogs of a form outside its element, so that the events of their own forms never
 * reach it, although it is their ancestor in React's tree.
 */
export const OutsideForm = ({ children }: { children: ReactNode }) =>
  createPortal(<div onSubmit={(event) => event.stopPropagation()}>{children}</div>, document.body);

type QuestionProps = {
  title: string;
  children: ReactNode;
  confirm: string;
  onConfirm: () => void;
  onCancel: () => void;
  isBusy?: boolean;
};

/** Asks before something irreversible. Cancel has the initial focus. */
export function ConfirmDialog({ title, children, confirm, onConfirm, onCancel, isBusy = false }: QuestionProps) {
  return (
    <Dialog title={title} onClose={onCancel} focused={(dialog) => dialog.querySelector<HTMLElement>("[data-cancel]")}>
      <div className="mt-2 text-[0.9375rem] text-muted">{children}</div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <AdminButton data-cancel onClick={onCancel}>
          Cancel
        </AdminButton>
        <AdminButton variant="danger" isBusy={isBusy} onClick={onConfirm}>
          {confirm}
        </AdminButton>
      </div>
    </Dialog>
  );
}
