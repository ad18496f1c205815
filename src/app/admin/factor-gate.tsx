import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { ownProfile } from "#features/identity/accounts/admin/own-profile.ts";
import { RequiredStepScreen } from "#features/identity/credentials/admin/second-step.tsx";
import { ApiError } from "#shared/api-client.ts";
import { useApi } from "#shared/use-api.ts";

type Props = { onLogOut: () => void; children: ReactNode };

/**
 * Shows nothing but the set-up of a second step to whoever has to have one first. Where that became so while somebody
 * was working, the dashboard stays mounted behind it.
 */
export function FactorGate({ onLogOut, children }: Props) {
  const client = useQueryClient();
  const { data } = useApi(ownProfile());
  const isDue = data?.second_factor_due ?? false;
  // Until it is left: recovery codes are shown after the factor counts.
  const [isHeld, setHeld] = useState(isDue);
  const [wasOpen, setWasOpen] = useState(!isDue);
  if (isDue && !isHeld) setHeld(true);
  if (!isDue && !isHeld && !wasOpen) setWasOpen(true);
  useEffect(() => watchRefusals(client), [client]);
  async function goOn() {
    await client.refetchQueries({ queryKey: ownProfile().queryKey });
    setHeld(false);
    void client.refetchQueries({ predicate: ({ state }) => state.status === "error" });
  }
  return (
    <>
      {wasOpen && <div inert={isHeld}>{children}</div>}
      {isHeld && <RequiredStepScreen isOverWork={wasOpen} onDone={() => void goOn()} onLogOut={onLogOut} />}
    </>
  );
}

const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status === 403 && error.errors.second_factor !== undefined;

/** Asks again what the account may do once a call says that a second step is due; returns how to stop. */
function watchRefusals(client: QueryClient): () => void {
  const ask = (error: unknown) => {
    if (isRefusal(error)) void client.invalidateQueries({ queryKey: ownProfile().queryKey });
  };
  const stops = [
    client.getQueryCache().subscribe(({ query, type }) => {
      if (type === "updated") ask(query.state.error);
    }),
    client.getMutationCache().subscribe(({ mutation, type }) => {
      if (type === "updated") ask(mutation?.state.error);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
