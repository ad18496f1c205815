import { Tabs } from "@base-ui/react/tabs";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

type SectionNavigationProps = { label: string; children: ReactNode };

/**
 * A screen of sections with a list of their headings, which stays in view on wide screens. The headings
 * are read from the page, so a section that the role does not have is not listed.
 */
export function SectionNavigation({ label, children }: SectionNavigationProps) {
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
  const { hash } = useLocation();
  const wanted = headings.find(({ textContent }) => hash === `#${keyOf(textContent)}`);
  useEffect(() => {
    if (wanted) goTo(wanted);
  }, [wanted]);
  return (
    <div className="lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-x-12">
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

/** The address of a section, which a screen with `SectionNavigation` opens at. */
export const sectionUrl = (screen: string, title: string) => `${screen}#${keyOf(title)}`;

const keyOf = (title: string) => title.toLowerCase().replaceAll(" ", "-");

const isSame = (left: readonly Element[], right: readonly Element[]) =>
  left.length === right.length && left.every((one, index) => one === right[index]);

function goTo(heading: HTMLHeadingElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: "start" });
}

type Props<Value extends string> = {
  label: string;
  tabs: readonly { value: Value; label: string }[];
  open: Value;
  /** May be called again for a tab that is already opening. */
  onOpen: (value: Value) => void;
  /** The content of a panel. Hidden panels stay mounted, so that no typed text is lost. */
  panel: (value: Value) => ReactNode;
  className: string;
  /** Before and after the tabs, in their line. */
  start?: ReactNode;
  end?: ReactNode;
};

/** Tabs of the admin area; arrow keys, Home and End open a tab. */
export function AdminTabs<Value extends string>(props: Props<Value>) {
  const { label, tabs, open, onOpen, panel, className, start, end } = props;
  const list = useRef<HTMLDivElement>(null);
  useInView(list, open, "[aria-selected=true]");
  return (
    <Tabs.Root value={open} onValueChange={onOpen}>
      <div className="flex items-center border-b border-rule">
        {start}
        <Tabs.List ref={list} aria-label={label} activateOnFocus className={`scroll-row flex min-w-0 ${className}`}>
          {tabs.map((tab) => (
            <Tabs.Tab
              key={tab.value}
              value={tab.value}
              // The library ignores the tab that it takes for the open one, even while that is about to close.
              onClick={() => onOpen(tab.value)}
              onKeyUp={() => onOpen(tab.value)}
              className="-mb-px shrink-0 border-b-2 border-transparent font-semibold text-muted outline-offset-[-2px] hover:text-ink aria-selected:border-accent aria-selected:text-ink"
            >
              {tab.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {end && <div className="ml-auto flex min-w-0 items-center gap-2 pl-4 lg:shrink-[999]">{end}</div>}
      </div>
      {tabs.map(({ value }) => (
        // Hidden without waiting for a transition. Not a tab stop, because every panel has fields.
        <Tabs.Panel key={value} value={value} keepMounted hidden={value !== open} tabIndex={undefined}>
          {panel(value)}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

/** Scrolls a row sideways until its selected part is visible, whenever the selection changes. */
export function useInView(row: RefObject<HTMLElement | null>, chosen: string, selector: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the choice changes
  useLayoutEffect(() => {
    const frame = row.current?.getBoundingClientRect();
    const part = row.current?.querySelector(selector)?.getBoundingClientRect();
    if (!row.current || !frame || !part) return;
    if (part.left < frame.left) row.current.scrollLeft += part.left - frame.left;
    if (part.right > frame.right) row.current.scrollLeft += part.right - frame.right;
  }, [row, chosen, selector]);
}
