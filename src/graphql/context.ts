import type { Context } from '../context.ts';
import type { Loaders } from '../resources/loaders.ts';
import type { Services } from '../resources/services.ts';

/** What every resolver knows about the request: what services know, the services, and what reads linked records. */
export interface ResolverContext extends Context {
  loaders: Loaders;
  services: Services;
  /** Whether what a mutation refuses is thrown: otherwise its payload tells what the caller can set right. */
  throwsUserErrors?: boolean;
}
