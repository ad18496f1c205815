/**
 * The design system: `src/ui` has the elements of readers' pages, `src/ui/admin` those of the admin area. It owns no table
 * and knows no feature. Promises: controls work by keyboard, are at least 44 px high, and suit both themes.
 */
import type { ComponentProps } from "react";

type ButtonVariant = "solid" | "accent" | "outline" | "ghost";

const VARIANTS: Record<ButtonVariant, string> = {
  solid: "bg-ink text-paper hover:bg-muted",
  accent: "bg-accent-fill text-white hover:[filter:brightness(1.1)]",
  outline: "border border-ink text-ink hover:bg-ink hover:text-paper",
  ghost: "text-ink hover:bg-surface",
};

/** The classes of a button, also for links that look like one. At least 44 px high. */
export function buttonClass(variant: ButtonVariant = "solid", more = ""): string {
  return `tap corner inline-flex items-center justify-center gap-2 px-5 text-[0.9375rem] font-semibold transition-colors disabled:opacity-60 ${VARIANTS[variant]} ${more}`;
}

/** A button. `type` defaults to `button`, so that it never submits a form by accident. */
export function Button(props: ComponentProps<"button"> & { variant?: ButtonVariant }) {
  const { variant = "solid", className = "", type = "button", ...rest } = props;
  return <button type={type} className={buttonClass(variant, className)} {...rest} />;
}

/** A square 44 px button that shows only an icon; `label` is its accessible name, unless its content has one. */
export function IconButton(props: ComponentProps<"button"> & { label?: string }) {
  const { label, className = "", type = "button", ...rest } = props;
  return (
    <button
      type={type}
      aria-label={label}
      className={`tap inline-flex items-center justify-center text-ink transition-colors hover:text-accent ${className}`}
      {...rest}
    />
  );
}
