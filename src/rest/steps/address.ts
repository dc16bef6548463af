import type { Incoming } from '../../http/exchange.ts';
import { type Address, restAddress } from '../address.ts';
import { type Params, parseParams } from '../params.ts';

/** Whether a request lies below the root of REST, and what its address says. */
export const addressStep =
  (root: string, namespaces: readonly string[]) =>
  ({ url }: Incoming): (Address & { query: Params }) | undefined => {
    const address = restAddress(url, root, namespaces);
    return address && { ...address, query: parseParams(url.search) };
  };
