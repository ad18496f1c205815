type Props = {
  /** What it switches, for example 'Featured: A title'. */
  label: string;
  isOn: boolean;
  /** The words for its two states. */
  on: string;
  off: string;
  onToggle: () => void;
};

/** A flag in a table, switched in place: its state in words, with "on" emphasised. */
export function FlagToggle({ label, isOn, on, off, onToggle }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      title={isOn ? `${on}: switch off` : `${off}: switch on`}
      onClick={onToggle}
      className={`-mx-1.5 -my-1 min-h-7 px-1.5 text-left underline-offset-4 hover:bg-surface hover:text-ink hover:underline pointer-coarse:min-h-11 ${isOn ? "font-semibold text-ink" : "text-muted"}`}
    >
      {isOn ? on : off}
    </button>
  );
}
