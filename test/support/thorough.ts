/** Whether the failure tests run in their long form: `npm run test:faults`. */
export const IS_THOROUGH = process.env.FAULTS === "long";
