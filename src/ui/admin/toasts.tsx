import * as Toast from "@radix-ui/react-toast";
import { X } from "lucide";
import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Link } from "react-router";
import { detailOf } from "#shared/editor-api.tsx";
import { Icon } from "../icon.tsx";
import type { ToastMessage } from "../toast-stage.tsx";
import { AdminButton, buttonLook } from "./controls.tsx";

/** 5 s, one visible at a time, dismissed by a swipe beyond 50 px, focused by F8. */
const DURATION = 5_000;
/** Toasts with an action stay longer: they must be read and reached. */
const DURATION_WITH_ACTION = 15_000;
const SWIPE_THRESHOLD = 50;
const HOTKEY = ["F8"];

/** The toast's action: a function, a screen of the admin area, or a page that opens in a new tab. */
type Action = { label: string; run: () => void } | { label: string; to: string } | { label: string; href: string };
export type AdminMessage = ToastMessage & { action?: Action };
type Show = (message: AdminMessage) => void;
const Toasts = createContext<Show | null>(null);

/** The admin area's toasts. A new one replaces the previous one. */
export function AdminToasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ id: number; message: AdminMessage; open: boolean } | null>(null);
  const show = useCallback<Show>(
    (message) => setShown((before) => ({ id: (before?.id ?? 0) + 1, message, open: true })),
    [],
  );
  const layer = useRef<HTMLDivElement>(null);
  const isFailure = shown?.message.variant === "destructive";
  return (
    <Toasts value={show}>
      <Toast.Provider duration={DURATION} swipeThreshold={SWIPE_THRESHOLD} swipeDirection="right">
        {children}
        {shown && (
          <Toast.Root
            key={shown.id}
            open={shown.open}
            onOpenChange={(open) => setShown((now) => (now?.id === shown.id ? { ...now, open } : now))}
            type={isFailure ? "foreground" : "background"}
            duration={shown.message.action ? DURATION_WITH_ACTION : DURATION}
            data-variant={shown.message.variant ?? "default"}
            className={`admin-toast flex items-start gap-3 border border-rule border-l-4 bg-paper py-3 pr-1 pl-4 text-ink shadow-[0_8px_30px_rgb(0_0_0/0.16)] ${isFailure ? "border-l-down" : "border-l-up"}`}
          >
            <OnTop layer={layer} />
            <div className="min-w-0 grow py-1">
              <Toast.Title className="text-[0.9375rem] font-bold">{shown.message.title}</Toast.Title>
              {shown.message.description && (
                <Toast.Description className="mt-0.5 text-sm text-muted">{shown.message.description}</Toast.Description>
              )}
            </div>
            {shown.message.action && (
              <Toast.Action asChild altText={shown.message.action.label}>
                {controlOf(shown.message.action)}
              </Toast.Action>
            )}
            <Toast.Close aria-label="Close" className="tap inline-flex items-center justify-center hover:text-accent">
              <Icon icon={X} size={18} />
            </Toast.Close>
          </Toast.Root>
        )}
        <div
          ref={layer}
          popover="manual"
          className="fixed inset-auto z-50 right-4 left-4 m-0 w-auto overflow-visible border-0 bg-transparent p-0 sm:left-auto sm:w-96"
        >
          <Toast.Viewport hotkey={HOTKEY} />
        </div>
      </Toast.Provider>
    </Toasts>
  );
}

/** Raises a new toast above everything else and places it. Rendered inside the toast, which must be in the document. */
function OnTop({ layer }: { layer: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => {
    if (!layer.current) return;
    if ("popover" in HTMLElement.prototype) {
      // Moves it to the top of the top layer: above a dialog opened after the previous toast.
      layer.current.hidePopover();
      layer.current.showPopover();
    }
    placeToasts(layer.current);
  }, [layer]);
  return null;
}

function controlOf(action: Action) {
  if ("run" in action)
    return (
      <AdminButton className="shrink-0" onClick={action.run}>
        {action.label}
      </AdminButton>
    );
  if ("to" in action)
    return (
      <Link to={action.to} type={undefined} className={`${buttonLook("plain")} shrink-0`}>
        {action.label}
      </Link>
    );
  return (
    <a href={action.href} target="_blank" rel="noopener" type={undefined} className={`${buttonLook("plain")} shrink-0`}>
      {action.label}
    </a>
  );
}

export function useToast(): Show {
  const show = use(Toasts);
  if (!show) throw new Error("useToast is used outside of AdminToasts.");
  return show;
}

/** The toast of a failure: the server's message, or the fallback if it sends none. */
export function failureToast(error: unknown, title: string, fallback: string): ToastMessage {
  return { title, description: detailOf(error, fallback), variant: "destructive" };
}

/** Shows each failure to fetch a tab's content once. */
export function useFailureToast(error: Error | null, title: string, fallback: string): void {
  const show = useToast();
  useEffect(() => {
    if (error) show(failureToast(error, title, fallback));
  }, [error, show, title, fallback]);
}

type Box = Pick<DOMRect, "left" | "right" | "top" | "bottom">;

const MARGIN = 16;
/** Distance from the elements that stay visible; a focused field has a ring around it. */
const GAP = 8;

/** Elements that the user needs next: the bar of a form and the focused control. */
const NEEDED = ".form-bar, .bulk-bar, [role=toolbar], :focus:not(body, main, dialog)";

const overlap = (one: Box, other: Box) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/** The index of the candidate that covers least of the needed boxes; the first one on a tie. */
export function clearest(candidates: readonly Box[], needed: readonly Box[]): number {
  const covered = candidates.map((box) => needed.reduce((sum, one) => sum + overlap(box, one), 0));
  return covered.indexOf(Math.min(...covered));
}

/** The height of the layer and the visible part of the page, in pixels from the top. */
type Room = { own: number; top: number; bottom: number };

/** Candidate positions, best first: at the bottom, at the top, then directly next to a needed box. */
export function topsOf({ own, top, bottom }: Room, needed: readonly Box[]): number[] {
  const [lowest, highest] = [bottom - MARGIN - own, top + MARGIN];
  const beside = needed.flatMap((one) => [one.top - GAP - own, one.bottom + GAP]);
  return [lowest, highest, ...beside.filter((place) => place >= highest && place <= lowest)];
}

/** The box of an element; for a text being edited, the box of the caret. */
function boxOf(element: Element): Box {
  const selection = element instanceof HTMLElement && element.isContentEditable ? getSelection() : null;
  return (selection?.rangeCount ? selection.getRangeAt(0) : element).getBoundingClientRect();
}

/** Places toasts at the bottom of the visible page, or elsewhere if they would cover what the user needs next. */
export function placeToasts(layer: HTMLElement): void {
  const { offsetTop: top = 0, height = window.innerHeight } = window.visualViewport ?? {};
  const { left, right, height: own } = layer.getBoundingClientRect();
  const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
  const elements = dialog ? dialog.querySelectorAll("button, :focus") : document.querySelectorAll(NEEDED);
  const needed = [...elements].map(boxOf);
  const tops = topsOf({ own, top, bottom: top + height }, needed);
  const place = clearest(
    tops.map((at) => ({ left, right, top: at, bottom: at + own })),
    needed,
  );
  // Anchored to its own edge, so that the layer grows away from it.
  const bottom = `${window.innerHeight - top - height + MARGIN}px`;
  Object.assign(layer.style, place === 0 ? { top: "auto", bottom } : { top: `${tops[place]}px`, bottom: "auto" });
}
