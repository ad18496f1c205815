import { Content, Portal, Provider, Root, Trigger } from "@radix-ui/react-tooltip";
import type { ReactElement, ReactNode } from "react";

const DELAY = { open: 700, skip: 300 };

/** Wraps everything with tooltips, so that the second one opens without the delay. */
export function Tooltips(props: { children: ReactNode }) {
  return (
    <Provider delayDuration={DELAY.open} skipDelayDuration={DELAY.skip}>
      {props.children}
    </Provider>
  );
}

/** A tooltip on a control that explains its icon or short text. */
export function Tooltip(props: { text: string; children: ReactElement }) {
  return (
    <Root>
      <Trigger asChild>{props.children}</Trigger>
      <Portal>
        <Content
          sideOffset={2}
          className="z-50 bg-ink px-3 py-1.5 text-[0.8125rem] font-semibold text-paper tabular-nums"
        >
          {props.text}
        </Content>
      </Portal>
    </Root>
  );
}
