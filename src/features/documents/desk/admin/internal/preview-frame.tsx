import { type RefObject, useEffect, useRef, useState } from "react";
import { RadioGroup } from "#ui/admin/controls.tsx";
import { useKeptChoice } from "#ui/admin/kept-choice.ts";
import type { Preview } from "./use-preview.ts";

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

/** The page itself, in a frame as wide as the screen it is for, made smaller where there is less room. */
export function PreviewFrame({ preview }: { preview: Preview }) {
  const [width, setWidth] = useKeptChoice<Width>("preview_width", isWidth, "desktop");
  const [theme, setTheme] = useState<Theme>("light");
  const box = useRef<HTMLDivElement>(null);
  const room = useSize(box);
  const [loaded, setLoaded] = useState("");
  const address = `${preview.path}?theme=${theme}`;
  const scale = Math.min(1, (room?.width ?? PIXELS[width]) / PIXELS[width]);
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-x-8 gap-y-1">
        <RadioGroup legend="Width" options={WIDTHS} value={width} onChange={setWidth} />
        <RadioGroup legend="Theme" options={THEMES} value={theme} onChange={setTheme} />
      </div>
      <div
        ref={box}
        aria-busy={loaded !== address}
        className="h-[50dvh] min-h-64 overflow-hidden border border-rule bg-surface"
      >
        {room && (
          <iframe
            key={address}
            title="The page as readers would see it"
            src={address}
            // Nothing runs in it; of our own origin, or its fonts would not load.
            sandbox="allow-same-origin"
            onLoad={({ currentTarget }) => {
              setLoaded(address);
              stayIn(currentTarget.contentDocument);
            }}
            style={{
              width: PIXELS[width],
              height: room.height / scale,
              transform: `scale(${scale})`,
              marginLeft: Math.max(0, (room.width - PIXELS[width]) / 2),
            }}
            className="block max-w-none origin-top-left border-0 bg-paper"
          />
        )}
      </div>
    </>
  );
}

/** A link in the preview would lead the frame to a page that may not be framed. */
function stayIn(page: Document | null): void {
  page?.addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest?.("a[href]");
    if (link && !link.getAttribute("href")?.startsWith("#")) event.preventDefault();
  });
  page?.addEventListener("submit", (event) => event.preventDefault());
}

/** The size of an element in CSS pixels; null before it is known. */
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
