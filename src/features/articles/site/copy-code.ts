import type { Translate } from "#shared/translate.ts";
import { copyText } from "#ui/copy-text.ts";
import { showToast } from "#ui/toast.ts";

const BUTTON =
  "tap absolute top-0 end-0 px-4 font-sans text-sm font-semibold text-muted select-none hover:text-accent print:hidden";

/** Adds a button that copies the code to every code block of an article's text. */
export function addCopyButtons(text: HTMLElement, t: Translate): void {
  for (const block of text.querySelectorAll("pre")) {
    if (block.querySelector("button")) continue;
    const copy = block.cloneNode(true) as HTMLElement;
    copy.querySelector("[data-ellipsis]")?.remove();
    const code = copy.textContent;
    const button = document.createElement("button");
    button.type = "button";
    button.className = BUTTON;
    button.textContent = t("Copy");
    button.addEventListener("click", async () =>
      showToast((await copyText(code)) ? { title: t("Copied") } : { title: t("Not copied"), variant: "destructive" }),
    );
    block.append(button);
  }
}
