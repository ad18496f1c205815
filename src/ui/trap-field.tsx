/**
 * A honeypot: people neither see nor reach this field, and browsers do not autofill it; bots that fill in every field
 * reveal themselves.
 */
export const TrapField = () => <input name="website" hidden aria-hidden="true" tabIndex={-1} autoComplete="off" />;
