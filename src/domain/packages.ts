import { createRequire } from 'node:module';
import type PinoPretty from 'pino-pretty';
import type PromClient from 'prom-client';
import type * as RateLimiterCluster from 'rate-limiter-flexible/lib/RateLimiterCluster.js';
import type SanitizeHtml from 'sanitize-html';

// Not bundled, so that a start does not even read them.
const require = createRequire(import.meta.url);

/** The sanitiser, loaded at the first call. */
export const sanitizeHtml = (): typeof SanitizeHtml => require('sanitize-html');

/** The metrics of Prometheus, loaded at the first call. */
export const promClient = (): typeof PromClient => require('prom-client');

/** The rate limiter for several workers, loaded at the first call. */
export const rateLimiterCluster = (): typeof RateLimiterCluster =>
  require('rate-limiter-flexible/lib/RateLimiterCluster.js');

/** The formatter that makes a log readable for people, loaded at the first call. */
export const pinoPretty = (): typeof PinoPretty => require('pino-pretty');
