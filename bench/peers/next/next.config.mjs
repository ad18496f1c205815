/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // The folder is copied into a cache of its own: nothing above it belongs to this application.
  outputFileTracingRoot: import.meta.dirname,
  turbopack: { root: import.meta.dirname },
};

export default config;
