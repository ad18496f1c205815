import EmblaCarousel from "embla-carousel";
import Autoplay from "embla-carousel-autoplay";
import { type RefObject, useEffect, useRef } from "react";
import { flushSync } from "react-dom";

/** Autoplay interval in milliseconds. */
const INTERVAL = 3000;

/** What the controls see and do. `selected` counts from 0. */
export type CarouselHandle = {
  selected: number;
  /** True until the reader pauses it; a pointer or focus that only holds it for a moment does not count. */
  playing: boolean;
  previous: () => void;
  next: () => void;
  toggle: () => void;
};

export type CarouselMotionProps = {
  root: RefObject<HTMLElement | null>;
  viewport: RefObject<HTMLElement | null>;
  onChange: (handle: CarouselHandle) => void;
};

const calm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Sets a server-rendered row of slides in motion: draggable, playing by itself. Interaction, pointer and keyboard focus
 * stop it; it resumes when they leave, unless the reader has paused it (or asks for no motion at all).
 */
export function CarouselMotion(props: CarouselMotionProps): null {
  const { root, viewport, onChange } = props;
  const held = useRef(calm());

  useEffect(() => {
    const section = root.current;
    if (!viewport.current || !section) return;
    const autoplay = Autoplay({ delay: INTERVAL, playOnInit: false, stopOnInteraction: true, stopOnFocusIn: true });
    const embla = EmblaCarousel(viewport.current, { loop: true, duration: calm() ? 0 : 28 }, [autoplay]);
    const stop = () => autoplay.stop();
    const resume = () => {
      // A click leaves its focus behind on a button; only the focus of a keyboard says that somebody is still here.
      const isInUse = section.matches(":hover") || section.querySelector(":focus-visible") !== null;
      if (!held.current && !isInUse) autoplay.play();
    };
    const step = (go: () => void) => () => {
      stop();
      go();
    };
    const tell = () =>
      onChange({
        selected: embla.selectedScrollSnap(),
        playing: !held.current,
        previous: step(() => embla.scrollPrev()),
        next: step(() => embla.scrollNext()),
        toggle: () => {
          held.current = !held.current;
          if (held.current) stop();
          else autoplay.play();
          tell();
        },
      });
    // While focus moves from one part to another, neither has it.
    const resumeSoon = () => setTimeout(resume);
    const keys = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "ArrowLeft") stepWithFocus(() => embla.scrollPrev());
      if (event.key === "ArrowRight") stepWithFocus(() => embla.scrollNext());
    };
    const linksShown = () => embla.slideNodes()[embla.selectedScrollSnap()]?.querySelectorAll("a") ?? [];
    // The slide that is left becomes inert and would drop the focus: it goes on to the same link of the next one.
    const stepWithFocus = (go: () => void) => {
      const place = [...linksShown()].findIndex((link) => link.matches(":focus"));
      flushSync(step(go));
      if (place >= 0) linksShown()[place]?.focus({ preventScroll: true });
    };
    embla.on("select", tell);
    section.addEventListener("pointerenter", stop);
    section.addEventListener("pointerleave", resume);
    section.addEventListener("focusin", stop);
    section.addEventListener("focusout", resumeSoon);
    section.addEventListener("keydown", keys);
    tell();
    resume();
    return () => {
      embla.destroy();
      section.removeEventListener("pointerenter", stop);
      section.removeEventListener("pointerleave", resume);
      section.removeEventListener("focusin", stop);
      section.removeEventListener("focusout", resumeSoon);
      section.removeEventListener("keydown", keys);
    };
  }, [root, viewport, onChange]);
  return null;
}
