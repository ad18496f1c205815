import { Link } from "react-router";
import { pageUrl } from "#shared/urls.ts";
import { EmailSection } from "./internal/email-section.tsx";
import { PasswordForm } from "./internal/password-form.tsx";
import { SecondStepSection } from "./internal/second-step.tsx";
import { SessionList } from "./internal/session-list.tsx";

type Props = {
  /** Sends a call that ends the session, and goes on with the tokens it answers. */
  restartSession: (method: "PUT", url: string, body: object) => Promise<void>;
};

/** 'Security': one's own password, second step and sessions. */
export function SecurityScreen({ restartSession }: Props) {
  return (
    <div className="space-y-12 pt-6">
      <PasswordForm restartSession={restartSession} />
      <EmailSection />
      <SecondStepSection />
      <SessionList />
      <p className="text-[0.9375rem]">
        <Link to={`${pageUrl.admin()}?tab=profile`} className="underline underline-offset-4 hover:text-accent">
          To the author profile
        </Link>
      </p>
    </div>
  );
}
