import { useEffect, useRef, useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useToast } from "../toasts.tsx";
import type { FormKind } from "./form-kind.ts";
import { createSaving, type SavingProps } from "./saving.ts";
import { createUnanswered } from "./unanswered.ts";
import { useRetry } from "./use-retry.ts";

type Props<Row, Values extends object> = SavingProps<Row, Values> & {
  /** Retries a save that could not reach the server. */
  onRetry: () => void;
};

/** Saves a form, and tries again while the server cannot be reached. */
export function useSaving<Row, Values extends object>(kind: FormKind<Row, Values>, props: Props<Row, Values>) {
  const api = useEditorApi();
  const show = useToast();
  const retry = useRetry(props.onRetry);
  const [unanswered] = useState(() => createUnanswered(kind));
  const isGone = useIsGone();
  return { saveOver: createSaving(kind, { ...props, api, show, retry, unanswered, isGone }), retry };
}

/** Returns whether the component is no longer mounted, as of when that is asked. */
function useIsGone(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => !isMounted.current;
}
