/** A honeypot: people neither see nor reach this field, and browsers leave it empty; bots fill it in. */
export const TrapField = () => <input name="website" hidden aria-hidden="true" tabIndex={-1} autoComplete="off" />;
