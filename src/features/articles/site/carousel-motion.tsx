import EmblaCarousel from "embla-carousel";
import Autoplay from "embla-carousel-autoplay";
import { type RefObject, useEffect, useRef } from "react";
import { flushSync } from "react-dom";

const INTERVAL = 3000;

export type CarouselHandle = {
  selected: number;
  /** True until the reader pauses; temporary stops by pointer or focus do not count. */
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
 * Animates a server-rendered row of slides: draggable, with autoplay. Pointer and keyboard focus stop it until they
 * leave; a pause by the reader and reduced motion stop it permanently.
 */
export function CarouselMotion(props: CarouselMotionProps): null {
  const { root, viewport, onChange } = props;
  const held = useRef(calm());

  useEffect(() => {
    const section = root.current;
    if (!viewport.current || !section) return;
    const autoplay = Autoplay({ delay: INTERVAL, playOnInit: false, stopOnInteraction: true, stopOnFocusIn: true });
    const direction = section.matches(":dir(rtl)") ? "rtl" : "ltr";
    const options = { loop: true, duration: calm() ? 0 : 28, direction } as const;
    const embla = EmblaCarousel(viewport.current, options, [autoplay]);
    const stop = () => autoplay.stop();
    const resume = () => {
      // A click leaves the focus on a button; only visible (keyboard) focus means that the reader uses the carousel.
      const isInUse = section.matches(":hover") || section.querySelector(":focus-visible") !== null;
      if (!held.current && !isInUse) autoplay.play();
    };
    const step = (go: () => void) => () => {
      stop();
      go();
    };
    const report = () =>
      onChange({
        selected: embla.selectedScrollSnap(),
        playing: !held.current,
        previous: step(() => embla.scrollPrev()),
        next: step(() => embla.scrollNext()),
        toggle: () => {
          held.current = !held.current;
          if (held.current) stop();
          else autoplay.play();
          report();
        },
      });
    // While the focus moves, neither element has it.
    const resumeSoon = () => setTimeout(resume);
    const keys = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const [previous, next] = direction === "rtl" ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
      if (event.key === previous) stepWithFocus(() => embla.scrollPrev());
      if (event.key === next) stepWithFocus(() => embla.scrollNext());
    };
    const linksShown = () => embla.slideNodes()[embla.selectedScrollSnap()]?.querySelectorAll("a") ?? [];
    // The previous slide becomes inert and loses the focus, which moves to the same link of the next slide.
    const stepWithFocus = (go: () => void) => {
      const place = [...linksShown()].findIndex((link) => link.matches(":focus"));
      flushSync(step(go));
      if (place >= 0) linksShown()[place]?.focus({ preventScroll: true });
    };
    embla.on("select", report);
    // Embla initializes itself again after a change of width, which stops the autoplay.
    embla.on("reInit", resume);
    section.addEventListener("pointerenter", stop);
    section.addEventListener("pointerleave", resume);
    section.addEventListener("focusin", stop);
    section.addEventListener("focusout", resumeSoon);
    section.addEventListener("keydown", keys);
    report();
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
