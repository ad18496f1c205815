import { type ReactNode, useEffect, useRef, useState } from "react";

type Props = { label: string; children: ReactNode };

/**
 * A screen of sections with a list of their headings, which stays in view on wide screens. The headings
 * are read from the page, so a section that the role does not have is not listed.
 */
export function SectionNavigation({ label, children }: Props) {
  const content = useRef<HTMLDivElement>(null);
  const [headings, setHeadings] = useState<HTMLHeadingElement[]>([]);
  useEffect(() => {
    const element = content.current;
    if (!element) return;
    const read = () => {
      const found = [...element.querySelectorAll("h2")].filter((heading) => !heading.closest("dialog"));
      setHeadings((known) => (isSame(known, found) ? known : found));
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return (
    <div className="pt-6 lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-x-12">
      <nav
        aria-label={label}
        className="mb-6 max-lg:border-b max-lg:border-rule max-lg:pb-3 lg:sticky lg:top-6 lg:self-start"
      >
        <ul className="flex flex-wrap gap-x-5 lg:flex-col">
          {headings.map((heading) => (
            <li key={heading.textContent}>
              <button
                type="button"
                onClick={() => goTo(heading)}
                className="min-h-9 text-left text-sm font-semibold text-muted hover:text-ink pointer-coarse:min-h-11"
              >
                {heading.textContent}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <div ref={content}>{children}</div>
    </div>
  );
}

const isSame = (left: readonly Element[], right: readonly Element[]) =>
  left.length === right.length && left.every((one, index) => one === right[index]);

function goTo(heading: HTMLHeadingElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: "start" });
}
