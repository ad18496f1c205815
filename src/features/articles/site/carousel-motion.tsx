import { type RefObject, useEffect, useRef } from "react";
import { flushSync } from "react-dom";

const INTERVAL = 3000;
const SLIDE = "transform 450ms cubic-bezier(0.2, 0.8, 0.2, 1)";
/** Movements of the pointer that are a drag instead of a click, and one that turns to another slide; in CSS pixels. */
const MIN_DRAG = 8;
const MIN_TURN = 60;

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
 * A row of slides, each as wide as its frame, as a ring without an end. All positions are in slides, so that they stay
 * right when the width of the frame changes. They count on after the last slide.
 */
function ringOf(row: HTMLElement, isLeftToRight: boolean) {
  const sign = isLeftToRight ? -1 : 1;
  let position = 0;
  /** Moves each slide by full laps to its place nearest to the middle of what is seen during a movement. */
  const arrange = (middle: number) => {
    const slides = [...row.children] as HTMLElement[];
    for (const [index, slide] of slides.entries()) {
      const laps = Math.round((middle - index) / slides.length);
      slide.style.transform = `translateX(${-sign * laps * slides.length * 100}%)`;
    }
  };
  const show = (pixels: number, transition: string) => {
    row.style.transition = transition;
    row.style.transform = `translateX(calc(${sign * position * 100}% + ${pixels}px))`;
  };
  return {
    /** The index of the slide that is shown. */
    selected: () => {
      const count = Math.max(1, row.children.length);
      return ((position % count) + count) % count;
    },
    /** Turns by `steps` slides; 0 returns from a drag. */
    turn: (steps: number) => {
      arrange(position + steps / 2);
      position += steps;
      show(0, calm() ? "none" : SLIDE);
    },
    /** Follows a pointer that has moved by so many pixels. */
    follow: (pixels: number) => {
      arrange(position + (Math.sign(pixels) * sign) / 2);
      show(pixels, "none");
    },
    /** How many slides a drag of so many pixels turns by. */
    stepsOf: (pixels: number) => (Math.abs(pixels) < MIN_TURN ? 0 : Math.sign(pixels) * sign),
  };
}

type Drag = {
  /** The pointer has moved by so many pixels since it was pressed. */
  follow: (pixels: number) => void;
  release: (pixels: number) => void;
};

/** Lets a pointer drag the slides. A click that ends a drag opens nothing. */
function onDrag(viewport: HTMLElement, signal: AbortSignal, { follow, release }: Drag): void {
  let from: number | undefined;
  let moved = 0;
  const press = ({ button, clientX }: PointerEvent) => {
    moved = 0;
    if (button === 0) from = clientX;
  };
  const move = ({ clientX, pointerId }: PointerEvent) => {
    if (from === undefined || (moved === 0 && Math.abs(clientX - from) < MIN_DRAG)) return;
    viewport.setPointerCapture(pointerId);
    viewport.style.userSelect = "none";
    moved = clientX - from;
    follow(moved);
  };
  const end = () => {
    if (from !== undefined && moved !== 0) release(moved);
    viewport.style.userSelect = "";
    from = undefined;
  };
  const click = (event: MouseEvent) => {
    // Clicks by a key have no detail, and end no drag.
    if (moved === 0 || event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Movements across are drags; the browser still scrolls up and down.
  viewport.style.touchAction = "pan-y";
  viewport.addEventListener("pointerdown", press, { signal });
  viewport.addEventListener("pointermove", move, { signal });
  viewport.addEventListener("pointerup", end, { signal });
  viewport.addEventListener("pointercancel", end, { signal });
  viewport.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
  viewport.addEventListener("click", click, { signal, capture: true });
}

/** Turns by one slide at a time while the section is not in use. `isHeld`: whether the reader has paused it. */
function autoplayOf(section: HTMLElement, isHeld: () => boolean, turn: (steps: number) => void) {
  let timer: number | undefined;
  const stop = () => clearInterval(timer);
  const play = () => {
    stop();
    timer = window.setInterval(() => {
      if (!document.hidden) turn(1);
    }, INTERVAL);
  };
  const resume = () => {
    // A click leaves the focus on a button; only visible (keyboard) focus means that the reader uses the carousel.
    const isInUse = section.matches(":hover") || section.querySelector(":focus-visible") !== null;
    if (!isHeld() && !isInUse) play();
  };
  return { stop, play, resume };
}

/**
 * Animates a server-rendered row of slides: draggable, with autoplay. Pointer and keyboard focus stop it until they
 * leave; a pause by the reader and reduced motion stop it permanently.
 */
export function CarouselMotion(props: CarouselMotionProps): null {
  const { root, viewport, onChange } = props;
  const held = useRef(calm());

  useEffect(() => {
    const section = root.current;
    const frame = viewport.current;
    const row = frame?.firstElementChild;
    if (!section || !frame || !(row instanceof HTMLElement)) return;
    const isLeftToRight = section.matches(":dir(ltr)");
    const ring = ringOf(row, isLeftToRight);
    const turn = (steps: number) => {
      ring.turn(steps);
      if (steps !== 0) report();
    };
    const { stop, play, resume } = autoplayOf(section, () => held.current, turn);
    const step = (steps: number) => () => {
      stop();
      turn(steps);
    };
    const report = () =>
      onChange({
        selected: ring.selected(),
        playing: !held.current,
        previous: step(-1),
        next: step(1),
        toggle: () => {
          held.current = !held.current;
          if (held.current) stop();
          else play();
          report();
        },
      });
    const linksShown = () => row.children[ring.selected()]?.querySelectorAll("a") ?? [];
    // The previous slide becomes inert and loses the focus, which moves to the same link of the next slide.
    const stepWithFocus = (steps: number) => {
      const place = [...linksShown()].findIndex((link) => link.matches(":focus"));
      flushSync(step(steps));
      if (place >= 0) linksShown()[place]?.focus({ preventScroll: true });
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    const keys = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const [previous, next] = isLeftToRight ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
      if (event.key === previous) stepWithFocus(-1);
      if (event.key === next) stepWithFocus(1);
    };
    section.addEventListener("pointerenter", stop, { signal });
    section.addEventListener("pointerleave", resume, { signal });
    section.addEventListener("focusin", stop, { signal });
    // While the focus moves, neither element has it.
    section.addEventListener("focusout", () => setTimeout(resume), { signal });
    section.addEventListener("keydown", keys, { signal });
    onDrag(frame, signal, {
      follow: (pixels) => {
        stop();
        ring.follow(pixels);
      },
      release: (pixels) => turn(ring.stepsOf(pixels)),
    });
    report();
    resume();
    return () => {
      stop();
      listeners.abort();
    };
  }, [root, viewport, onChange]);
  return null;
}
