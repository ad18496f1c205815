import { type FormEvent, useEffect, useRef, useState } from "react";
import { encode } from "uqr";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { confirmAuthenticator, offerAuthenticator } from "../calls.ts";
import { PasswordQuestion } from "./password-question.tsx";

type Props = { onDone: (codes: string[]) => void; onClose: () => void };
type Offer = { secret: string; otpauth: string };

/** Sets up an authenticator app: the password, then its secret, until a first code shows that the app has it. */
export function AppSetup({ onDone, onClose }: Props) {
  const api = useEditorApi();
  const [offer, setOffer] = useState<Offer | null>(null);
  if (offer) return <FirstCode offer={offer} onDone={onDone} onClose={onClose} />;
  return (
    <PasswordQuestion
      title="Set up an authenticator app"
      confirm="Continue"
      busy="Checking..."
      isOptional
      failed="The app was not set up"
      onConfirm={async (password) => setOffer(await offerAuthenticator(api, password))}
      onClose={onClose}
    />
  );
}

function FirstCode({ offer, onDone, onClose }: Props & { offer: Offer }) {
  const api = useEditorApi();
  const { isBusy, run } = useCall();
  const [failure, setFailure] = useState<string>();
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => code.current?.focus(), []);
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setFailure(undefined);
    void run(async () => onDone(await confirmAuthenticator(api, code.current?.value ?? "")), {
      title: "The app was not set up",
      fallback: "Please try again.",
      onFailed(error, description) {
        setFailure((error instanceof ApiError && error.errors.code) || description);
        code.current?.select();
      },
    });
  }
  return (
    <Dialog title="Set up an authenticator app" onClose={onClose}>
      <form onSubmit={onSubmit} aria-busy={isBusy} noValidate className="mt-3 space-y-5">
        <p className="text-[0.9375rem] text-muted">Scan this with the app, or type the key below into it.</p>
        <QrCode text={offer.otpauth} />
        <p className="text-center font-mono text-sm wrap-anywhere">
          <span className="sr-only">Key: </span>
          {offer.secret.match(/.{1,4}/g)?.join(" ")}
        </p>
        <Field
          ref={code}
          label="Code"
          name="code"
          hint="The six digits that the app shows now."
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          error={failure}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? "Checking..." : "Turn On"}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}

/** Dark on light in every theme: many cameras read nothing else. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      role="img"
      aria-label="QR code for an authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto block size-52 bg-white"
    >
      <path d={path} fill="black" />
    </svg>
  );
}
