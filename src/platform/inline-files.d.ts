/** A file inside the bundle, as a `data:` address in base64. */
declare module "*?url&inline" {
  const address: string;
  // biome-ignore lint/style/noDefaultExport: Vite gives it that one.
  export default address;
}

/** A file next to the bundle, as its address. */
declare module "*?no-inline" {
  const address: string;
  // biome-ignore lint/style/noDefaultExport: Vite gives it that one.
  export default address;
}
