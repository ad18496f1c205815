import { ApiError, NetworkError } from "#shared/api-client.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import { textIn, translateKnown } from "#shared/translate.ts";
import { showToast } from "#ui/toast.ts";
import type { ToastMessage } from "#ui/toast-stage.tsx";
import type { NewsletterEndpoints } from "../endpoints.ts";

const newsletter = clientOf<NewsletterEndpoints>();

type Sent = {
  email: string;
  /** The hidden field. It is sent only if it is filled in, as a backend need not support it. */
  website: string;
  /** The sidebar's box and the footer's form have texts of their own. */
  isBox: boolean;
  language: string | undefined;
};

/** Subscribes an address and shows the outcome. Returns whether it succeeded. Throws `NetworkError`. */
export async function sendSubscription({ email, website, isBox, language }: Sent): Promise<boolean> {
  try {
    const body = { email, ...(website && { website }) };
    // Only the status 200 is a success; a backend need not return a body.
    const response: { message?: string } | undefined = await newsletter.post("POST /newsletter/subscribe", {
      body,
      status: 200,
    });
    showToast(successOf(isBox, language, response?.message));
    return true;
  } catch (error) {
    if (error instanceof NetworkError) throw error;
    const description = translateKnown(language, reasonOf(error, isBox, language));
    showToast({
      title: textIn(language)(isBox ? "Error" : "Subscription failed"),
      description,
      variant: "destructive",
    });
    return false;
  }
}

function successOf(isBox: boolean, language: string | undefined, message: string | undefined): ToastMessage {
  const t = textIn(language);
  if (isBox) return { title: t("Subscribed!"), ...(message && { description: translateKnown(language, message) }) };
  return { title: t("Successfully subscribed!"), description: t("Thank you for subscribing to our newsletter.") };
}

function reasonOf(error: unknown, isBox: boolean, language: string | undefined): string {
  const t = textIn(language);
  const detail = error instanceof ApiError && error.detail;
  if (isBox) return detail || t("Failed to subscribe.");
  if (error instanceof ApiError) return error.detail ?? t("Subscription failed.");
  return (error instanceof Error && error.message) || t("Please try again later.");
}
