import { copyText } from "#ui/copy-text.ts";
import { showToast } from "#ui/toast.ts";

const BUTTON =
  "tap absolute top-0 right-0 px-4 font-sans text-sm font-semibold text-muted select-none hover:text-accent print:hidden";

/** Adds a button that copies the code to every code block of an article's text. */
export function addCopyButtons(text: HTMLElement): void {
  for (const block of text.querySelectorAll("pre")) {
    if (block.querySelector("button")) continue;
    const copy = block.cloneNode(true) as HTMLElement;
    copy.querySelector("[data-ellipsis]")?.remove();
    const code = copy.textContent;
    const button = document.createElement("button");
    button.type = "button";
    button.className = BUTTON;
    button.textContent = "Copy";
    button.addEventListener("click", async () =>
      showToast((await copyText(code)) ? { title: "Copied" } : { title: "Not copied", variant: "destructive" }),
    );
    block.append(button);
  }
}
