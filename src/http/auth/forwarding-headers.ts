/**
 * Headers that proxies and content delivery networks add, in lower case; `*` stands for any ending. A request with one of them
 * may come from somewhere other than the end of its connection.
 */
export const FORWARDING_HEADERS: readonly string[] = [
  // Standard headers, and those that many proxies send.
  'forwarded',
  'forwarded-for',
  'via',
  'proxy-*',
  'cdn-*',
  'client-ip',
  'front-end-https',
  'remote-ip',
  'surrogate-capability',
  'true-client-ip',
  'x-cdn*',
  'x-client-cert*',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-edge-*',
  'x-forward*',
  'x-original-*',
  'x-originating-*',
  'x-proxy*',
  'x-real-*',
  'x-remote-ip',
  'x-request-start',
  'x-rewrite-url',
  'x-scheme',
  'x-ssl-*',
  'x-url-scheme',
  // By name: Akamai, Alibaba, ArvanCloud, AWS, Azure, Blue Coat, Cloudflare, DigitalOcean, Edgio, Envoy, Fastly, Fly.io, Google,
  // HAProxy, Heroku, Imperva, Kong, Netlify, ngrok, Railway, Render, Sucuri, Tailscale, Varnish, Vercel.
  'akamai-*',
  'x-akamai-*',
  'ali-*',
  'ar-real-ip',
  'cloudfront-*',
  'x-amz-cf-*',
  'x-amzn-*',
  'x-appgw-*',
  'x-arr-*',
  'x-azure-*',
  'x-fd-*',
  'x-bluecoat-*',
  'cf-*',
  'do-connecting-ip',
  'x-ec-*',
  'x-envoy-*',
  'fastly-*',
  'fly-*',
  'x-appengine-*',
  'x-cloud-trace-context',
  'x-goog-*',
  'x-haproxy-*',
  'x-heroku-*',
  'incap-*',
  'x-kong-*',
  'x-nf-*',
  'ngrok-*',
  'x-railway-*',
  'rndr-*',
  'x-sucuri-*',
  'tailscale-*',
  'x-varnish*',
  'x-vercel-*',
];

const NAMES = new Set(FORWARDING_HEADERS);
const BEGINNINGS = FORWARDING_HEADERS.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));

/** Whether a header is one of these, in any case. */
export function isForwarding(header: string): boolean {
  const name = header.toLowerCase();
  return NAMES.has(name) || BEGINNINGS.some((beginning) => name.startsWith(beginning));
}
