import { ApiError, NetworkError } from "#shared/api-client.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { TrapField } from "#ui/trap-field.tsx";
import { NOTHING_SENT, SUBSCRIBE_ACTION, useSubscribe } from "./use-subscribe.ts";

function reason(error: unknown): string {
  if (error instanceof ApiError) return error.detail ?? "Subscription failed.";
  if (error instanceof NetworkError) return NOTHING_SENT;
  return (error instanceof Error && error.message) || "Please try again later.";
}

/** The footer's newsletter form. */
export function FooterForm() {
  const { busy, input, submit } = useSubscribe({
    success: () => ({
      title: "Successfully subscribed!",
      description: "Thank you for subscribing to our newsletter.",
    }),
    failure: (error) => ({ title: "Subscription failed", description: reason(error) }),
  });
  return (
    <form action={SUBSCRIBE_ACTION} method="post" onSubmit={submit} className="mt-3 flex flex-wrap">
      <Field
        ref={input}
        label="Your email"
        labelHidden
        type="email"
        name="email"
        placeholder="Your email"
        autoComplete="email"
        required
        disabled={busy}
        className="min-w-0 flex-[1_1_8.5rem]"
      />
      <TrapField />
      <Button type="submit" disabled={busy} className="min-w-28 grow-[0.001]">
        {busy ? "..." : "Subscribe"}
      </Button>
    </form>
  );
}
