import type { Stream } from '../../kinds/changes/feed.ts';
import type { Context } from '../../kinds/context.ts';
import type { Loaders } from '../../kinds/loaders.ts';
import type { Services } from '../../kinds/services.ts';

/** The context of every resolver: the context of services, the services, and the loaders of linked records. */
export interface ResolverContext extends Context {
  loaders: Loaders;
  services: Services;
  /** Turns the response into a stream. @throws UNAVAILABLE, TOO_MANY_REQUESTS */
  openStream?(): Promise<OpenStream>;
  /** The key of the request, and how many of its mutations have begun. */
  keyed?: { readonly key: string; begun: number };
  /** Whether mutations throw user errors. Otherwise the payload lists the errors that the caller can fix. */
  throwsUserErrors?: boolean;
}

/** A stream that counts toward the limit of open streams. */
export interface OpenStream extends Stream<ResolverContext> {
  /** Frees its slot. */
  end(): void;
}
