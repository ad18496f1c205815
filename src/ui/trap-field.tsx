/** A field that people neither see, reach nor have filled in for them; a machine that fills in every field is known by it. */
export const TrapField = () => <input name="website" hidden aria-hidden="true" tabIndex={-1} autoComplete="off" />;
