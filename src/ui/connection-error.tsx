import { Button } from "./button.tsx";
import { StateScreen } from "./state-screen.tsx";

/** The connection-error screen: neither the server's answer nor the page's own code came through. */
export function ConnectionError({ onRetry }: { onRetry: () => void }) {
  return (
    <StateScreen title="Connection Error" action={<Button onClick={onRetry}>Try again</Button>}>
      <p role="alert">Unable to connect to the database. Please check your internet connection or try again later.</p>
    </StateScreen>
  );
}
