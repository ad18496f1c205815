import { Component, type ReactNode } from "react";
import { NetworkError } from "#shared/api-client.ts";
import { usePlace } from "#shared/router.tsx";
import { pageUrl } from "#shared/urls.ts";
import { Button } from "#ui/button.tsx";
import { ConnectionError, StateScreen } from "#ui/state-screen.tsx";

/** Keeps the frame visible where a page fails to load or to render; navigating to another address resets it. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { key } = usePlace();
  return <Boundary address={key}>{children}</Boundary>;
}

type Props = { address: string; children: ReactNode };
type State = { address: string; error: unknown };

class Boundary extends Component<Props, State> {
  override state: State = { address: this.props.address, error: undefined };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ address }: Props, state: State): State | null {
    return address === state.address ? null : { address, error: undefined };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!(error instanceof NetworkError)) return <FailedPage />;
    return <ConnectionError onRetry={() => this.setState({ error: undefined })} />;
  }
}

function FailedPage() {
  return (
    <StateScreen
      title="Something went wrong"
      link={{ to: pageUrl.home(), label: "Return to Home" }}
      action={<Button onClick={() => location.reload()}>Try again</Button>}
    >
      <p>This page could not be shown. The fault is ours; trying again may help.</p>
    </StateScreen>
  );
}
