import { type RefObject, useEffect, useRef, useState } from "react";
import { RadioGroup } from "#ui/admin/controls.tsx";
import { useKeptChoice } from "#ui/admin/kept-choice.ts";
import { useMedia } from "#ui/admin/use-media.ts";
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
  const isPhone = !useMedia("(width >= 40rem)");
  const [kept, setWidth] = useKeptChoice<Width | null>("preview_width", isWidth, null);
  const width = kept ?? (isPhone ? "phone" : "desktop");
  const [theme, setTheme] = useState<Theme>("light");
  const box = useRef<HTMLDivElement>(null);
  const room = useSize(box);
  const [loaded, setLoaded] = useState("");
  const address = `${preview.path}?theme=${theme}`;
  // A phone shows the page as wide as it is itself.
  const pixels = width === "phone" ? Math.min(PIXELS.phone, room?.width ?? PIXELS.phone) : PIXELS.desktop;
  const scale = Math.min(1, (room?.width ?? pixels) / pixels);
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-x-8 gap-y-1">
        <RadioGroup legend="Width" options={WIDTHS} value={width} onChange={setWidth} />
        <RadioGroup legend="Theme" options={THEMES} value={theme} onChange={setTheme} />
      </div>
      <div
        ref={box}
        aria-busy={loaded !== address}
        className="h-[max(20rem,100dvh-22rem)] overflow-hidden border border-rule bg-surface"
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
