import { ChevronDown } from "lucide";
import { useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { trustedPolicy } from "#shared/trusted-types.ts";
import { buttonClass } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";

/** Only for content, which the server has sanitised. */
const policy = trustedPolicy("jarida-content", { createHTML: (html) => html });

/** Hides the rest only if scripts are enabled to show it again, and never in print. */
const PREVIEW =
  "[@media_screen_and_(scripting:enabled)]:[&_[data-rest]]:hidden [@media_screen_and_(scripting:enabled)]:[&_[data-ellipsis]]:inline";

/** The publication's square marks the end of the text. */
const END_MARK =
  "[&>p:last-child]:after:ml-2 [&>p:last-child]:after:inline-block [&>p:last-child]:after:size-[0.5em] [&>p:last-child]:after:bg-accent [&>p:last-child]:after:content-['']";

/**
 * An article's text with its 'Read More'. The whole text is in the page from the start; the part beyond the preview is
 * hidden by CSS alone. Opening it moves the focus to where the hidden part begins, so that screen reader and keyboard
 * users continue from there.
 */
export function ArticleContent({ html, hasRest }: { html: string; hasRest: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  // Memoised: a new object would make React set the same HTML again.
  const content = useMemo(() => ({ __html: policy.createHTML(html) }), [html]);
  const text = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);

  function onToggle() {
    flushSync(() => setIsOpen(!isOpen));
    if (isOpen) {
      toggle.current?.scrollIntoView({ block: "center" });
      return;
    }
    const rest = text.current?.querySelector<HTMLElement>("[data-rest]");
    rest?.setAttribute("tabindex", "-1");
    rest?.focus({ preventScroll: true });
  }

  return (
    <div className="max-w-[41.5rem]">
      <div
        ref={text}
        id="article-text"
        className={`prose-article [&>:first-child]:mt-0! [&_[data-ellipsis]]:hidden [&_[data-rest]:focus]:outline-none ${END_MARK} ${isOpen ? "" : PREVIEW}`}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitised it when it was written
        dangerouslySetInnerHTML={content}
      />
      {hasRest && (
        <div className="mt-8 hidden items-center gap-5 before:h-px before:flex-1 before:bg-rule after:h-px after:flex-1 after:bg-rule [@media_screen_and_(scripting:enabled)]:flex">
          <button
            ref={toggle}
            type="button"
            aria-expanded={isOpen}
            aria-controls="article-text"
            onClick={onToggle}
            className={buttonClass("outline")}
          >
            {isOpen ? "Read Less" : "Read More"}
            <Icon icon={ChevronDown} size={16} className={isOpen ? "rotate-180" : ""} />
          </button>
        </div>
      )}
    </div>
  );
}
