import { useSite } from "#shared/site-context.tsx";
import { buttonClass } from "#ui/button.tsx";
import { START_URL } from "./calls.ts";

/** "Log in with ...", where there is something to log in with. In a tab of its own where the screen covers work. */
export function SignOnLink({ opensTab }: { opensTab: boolean }) {
  const { signOnName } = useSite();
  if (signOnName === undefined) return null;
  return (
    <a href={START_URL} target={opensTab ? "_blank" : undefined} className={buttonClass("outline", "mt-3 w-full")}>
      Log in with {signOnName}
    </a>
  );
}
