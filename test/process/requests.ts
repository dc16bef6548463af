import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Where Node tells of each request that a server of this process gets. */
const REQUESTS = 'http.server.request.start';

/** Tells of each request before a server of this process answers it. Returns what ends that. */
export function hearRequests(heard: (path: string) => void): () => void {
  const told = (message: unknown): void => heard((message as { request: { url: string } }).request.url);
  subscribe(REQUESTS, told);
  return () => void unsubscribe(REQUESTS, told);
}
