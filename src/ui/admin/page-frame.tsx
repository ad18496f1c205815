import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { RadioGroup } from "./controls.tsx";
import { useKeptChoice } from "./kept-choice.ts";
import { useMedia } from "./use-media.ts";

const WIDTHS = [
  { value: "phone", label: "Phone" },
  { value: "desktop", label: "Desktop" },
] as const;
const THEMES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;
type Width = (typeof WIDTHS)[number]["value"];
type Theme = (typeof THEMES)[number]["value"];

/** In CSS pixels. */
const PIXELS: Record<Width, number> = { phone: 375, desktop: 1280 };

const isWidth = (stored: unknown): Width | undefined => WIDTHS.find(({ value }) => value === stored)?.value;

type Props = {
  /** The address of the page in a theme. */
  addressOf: (theme: Theme) => string;
  /** The height of the frame. */
  className: string;
  /** Further choices, before width and theme. */
  children?: ReactNode;
};

/** A page of the site in a frame as wide as the simulated screen, scaled down to the available space. */
export function PageFrame({ addressOf, className, children }: Props) {
  const isPhone = !useMedia("(width >= 40rem)");
  const [kept, setWidth] = useKeptChoice<Width | null>("preview_width", isWidth, null);
  const width = kept ?? (isPhone ? "phone" : "desktop");
  const [theme, setTheme] = useState<Theme>("light");
  const box = useRef<HTMLDivElement>(null);
  const room = useSize(box);
  const [loaded, setLoaded] = useState("");
  const address = addressOf(theme);
  // On a phone, the page has the width of the phone.
  const pixels = width === "phone" ? Math.min(PIXELS.phone, room?.width ?? PIXELS.phone) : PIXELS.desktop;
  const scale = Math.min(1, (room?.width ?? pixels) / pixels);
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-x-8 gap-y-1">
        {children}
        <RadioGroup legend="Width" options={WIDTHS} value={width} onChange={setWidth} />
        <RadioGroup legend="Theme" options={THEMES} value={theme} onChange={setTheme} />
      </div>
      <div
        ref={box}
        aria-busy={loaded !== address}
        className={`overflow-hidden border border-rule bg-surface ${className}`}
      >
        {room && (
          <iframe
            key={address}
            title="The page as readers will see it"
            src={address}
            // No scripts run in it. It has our origin, which its fonts require.
            sandbox="allow-same-origin"
            onLoad={({ currentTarget }) => {
              setLoaded(address);
              stayIn(currentTarget.contentDocument);
            }}
            style={{
              width: pixels,
              height: room.height / scale,
              transform: `scale(${scale})`,
              marginLeft: Math.max(0, (room.width - pixels) / 2),
            }}
            className="block max-w-none origin-top-left border-0 bg-paper"
          />
        )}
      </div>
    </>
  );
}

/** Disables links, as other pages forbid framing. */
function stayIn(page: Document | null): void {
  page?.addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest?.("a[href]");
    if (link && !link.getAttribute("href")?.startsWith("#")) event.preventDefault();
  });
  page?.addEventListener("submit", (event) => event.preventDefault());
}

/** The size of an element in CSS pixels; null until measured. */
function useSize(element: RefObject<HTMLElement | null>): { width: number; height: number } | null {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const observer = new ResizeObserver(() => setSize({ width: watched.clientWidth, height: watched.clientHeight }));
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
