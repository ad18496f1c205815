import { Button } from "./button.tsx";
import { StateScreen } from "./state-screen.tsx";

/** The connection-error screen: neither a response from the server nor the page's own code could be loaded. */
export function ConnectionError({ onRetry }: { onRetry: () => void }) {
  return (
    <StateScreen title="Connection Error" action={<Button onClick={onRetry}>Try again</Button>}>
      <p role="alert">Unable to connect to the database. Please check your internet connection or try again later.</p>
    </StateScreen>
  );
}
