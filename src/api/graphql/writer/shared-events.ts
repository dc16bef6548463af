import { onceFor } from '../../../domain/once-for.ts';
import { sharingIn } from '../../../domain/sharing.ts';
import type { ResolverContext } from '../context.ts';

/** An event of a subscription of this schema. */
export interface SourceEvent {
  /** The content: one object for all subscribers of an audience notified together. If absent, the event is for one alone. */
  change?: object;
  /** The current context of the subscriber. */
  context(): ResolverContext;
}

type View = Pick<ResolverContext, 'links' | 'language'>;

/**
 * Writes an event once for all subscribers with the same language and addresses. Only for documents that show the same
 * content to everyone in an audience.
 */
export function createShared<T>(): (event: SourceEvent, view: View, write: () => Promise<T>) => Promise<T> {
  const viewOf = onceFor<ResolverContext['links'], object>(() => ({}));
  const written = new WeakMap<object, ReturnType<typeof sharingIn<object, T>>>();
  return async ({ change }, { links, language }, write) => {
    if (!change) return write();
    const texts = written.get(change) ?? sharingIn<object, T>(new Map());
    written.set(change, texts);
    return texts(viewOf(links, language), write);
  };
}
