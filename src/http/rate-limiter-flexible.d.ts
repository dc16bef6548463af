// Import single files: the whole package loads counters for a dozen databases.
declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  export { RateLimiterMemory as default } from 'rate-limiter-flexible';
}
declare module 'rate-limiter-flexible/lib/RateLimiterCluster.js' {
  export { RateLimiterCluster, RateLimiterClusterMaster } from 'rate-limiter-flexible';
}
