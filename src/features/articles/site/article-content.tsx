import { ChevronDown } from "lucide";
import { useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { trustedPolicy } from "#shared/html.ts";
import { inLanguage } from "#shared/language.ts";
import { useLinkClicks } from "#shared/router.tsx";
import { buttonClass } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";

/** For content and other HTML of the backend, which has sanitised it. */
const contentPolicy = trustedPolicy("jarida-content", { createHTML: (html) => html });

/** HTML of the server's, ready to be shown. Memoised: a new object would make React set the same HTML again. */
const useHtml = (html: string) => useMemo(() => ({ __html: contentPolicy.createHTML(html) }), [html]);

export function ArticleChanges({ html }: { html: string }) {
  const content = useHtml(html);
  if (!html) return null;
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered on the server, where React escaped all texts
    <section aria-labelledby="changes-heading" className="ruled pt-6" dangerouslySetInnerHTML={content} />
  );
}

type Content = { html: string; hasRest: boolean };
type Language = { language: string | undefined };

/** Content as the page shows it. `hasRest` is undefined if the backend has not prepared it: then the browser does. */
function usePrepared(html: string, hasRest: boolean | undefined): Content | undefined {
  const [prepared, setPrepared] = useState<Content>();
  useEffect(() => {
    if (hasRest !== undefined) return;
    let isCurrent = true;
    const show = (content: Content) => isCurrent && setPrepared(content);
    import("./prepare-content.ts").then(
      ({ prepareContent }) => show(prepareContent(contentPolicy.createHTML(html))),
      () => show({ html, hasRest: false }),
    );
    return () => {
      isCurrent = false;
    };
  }, [html, hasRest]);
  return hasRest === undefined ? prepared : { html, hasRest };
}

export function ArticleContent(props: { html: string; hasRest: boolean | undefined } & Language) {
  const prepared = usePrepared(props.html, props.hasRest);
  return prepared && <PreparedContent {...prepared} language={props.language} />;
}

/**
 * An article's text with its 'Read More'. The whole text is in the page from the start; the part beyond the preview is
 * hidden by CSS alone (prose.css). Opening it moves the focus to where the hidden part begins, so that screen reader
 * and keyboard users continue from there.
 */
function PreparedContent({ html, hasRest, language }: Content & Language) {
  const [isOpen, setIsOpen] = useState(false);
  const content = useHtml(html);
  const onClick = useLinkClicks();
  const text = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!html.includes("<pre")) return;
    const add = ({ addCopyButtons }: typeof import("./copy-code.ts")) => text.current && addCopyButtons(text.current);
    import("./copy-code.ts").then(add, () => undefined);
  }, [html]);

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
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: handles clicks on links, which keys fire too */}
      <div
        ref={text}
        id="article-text"
        // Without a language the blocks say themselves where they go from right to left.
        {...(language && inLanguage(language))}
        className={`prose-article article-text ${isOpen ? "" : "article-preview"}`}
        onClick={onClick}
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
