/** A honeypot: people neither see nor reach this field, and browsers do not fill it in; bots do. */
export const TrapField = () => <input name="website" hidden aria-hidden="true" tabIndex={-1} autoComplete="off" />;
