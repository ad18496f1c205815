import { createRoot } from "react-dom/client";
import { Toaster, toast } from "sonner";
import { textIn } from "#shared/translate.ts";

/** The content of a toast, in the public layout and in the admin area. */
export type ToastMessage = { title: string; description?: string; variant?: "default" | "destructive" };

/** Its width is the library's: 356 px, and on phones the screen's minus its margins. */
const TOAST = "rounded-none! border! border-rule! border-s-4! bg-paper! font-sans! text-ink! raised!";

let raised = false;

/** Mounts the toaster in its own root: it must outlive whichever page requested a toast. */
function raise(): void {
  if (raised) return;
  raised = true;
  // Its own root is outside of the page's context.
  const { lang, dir } = document.documentElement;
  const t = textIn(lang);
  const place = document.createElement("div");
  document.body.append(place);
  createRoot(place).render(
    <Toaster
      duration={4000}
      visibleToasts={3}
      hotkey={["altKey", "KeyT"]}
      position={dir === "rtl" ? "bottom-left" : "bottom-right"}
      containerAriaLabel={t("Notifications")}
      closeButton
      toastOptions={{
        closeButtonAriaLabel: t("Close toast"),
        classNames: {
          toast: TOAST,
          title: "text-[0.9375rem]! font-bold!",
          description: "text-sm! text-muted!",
          closeButton:
            "size-6! end-0! start-auto! [translate:35%]! rtl:[translate:-35%]! border-rule! bg-paper! text-ink!",
          error: "border-s-down! [&_[data-icon]]:text-down!",
          success: "border-s-up! [&_[data-icon]]:text-up!",
        },
      }}
    />,
  );
}

export function present(message: ToastMessage): void {
  raise();
  const show = message.variant === "destructive" ? toast.error : toast.success;
  // The live region must exist before it changes, or screen readers stay silent.
  requestAnimationFrame(() => show(message.title, message.description ? { description: message.description } : {}));
}
