import { ChevronDown } from "lucide";
import { useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { trustedPolicy } from "#shared/trusted-types.ts";
import { buttonClass } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";

/** Only for content, which the server has sanitised. */
const policy = trustedPolicy("jarida-content", { createHTML: (html) => html });

/** HTML of the server's, ready to be shown. Memoised: a new object would make React set the same HTML again. */
const useHtml = (html: string) => useMemo(() => ({ __html: policy.createHTML(html) }), [html]);

/** What changed since the article was published. */
export function ArticleChanges({ html }: { html: string }) {
  const content = useHtml(html);
  if (!html) return null;
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered on the server, where React escaped all texts
    <section aria-labelledby="changes-heading" className="ruled pt-6" dangerouslySetInnerHTML={content} />
  );
}

/**
 * An article's text with its 'Read More'. The whole text is in the page from the start; the part beyond the preview is
 * hidden by CSS alone (prose.css). Opening it moves the focus to where the hidden part begins, so that screen reader
 * and keyboard users continue from there.
 */
export function ArticleContent({ html, hasRest }: { html: string; hasRest: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const content = useHtml(html);
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
        className={`prose-article article-text ${isOpen ? "" : "article-preview"}`}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitised it when it was written
        dangerouslySetInnerHTML={content}
      />
      {hasRest && (
        <div className="article-toggle mt-8 hidden items-center gap-5 before:h-px before:flex-1 before:bg-rule after:h-px after:flex-1 after:bg-rule [@media_screen_and_(scripting:enabled)]:flex">
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
