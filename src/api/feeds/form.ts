import type { FeedEvent } from '../../domain/feed-event.ts';
import type { Language } from '../../domain/language.ts';
import type { Item } from './fit.ts';

/** What a feed says about itself. */
export interface FeedHead {
  title: string;
  language: Language;
  /** The address of the feed, and the address of the page that shows the same. */
  self: string;
  page: string;
  /** The address of the events that follow, if there are more. */
  next?: string;
}

/** Writes feeds in one form. */
export interface FeedWriter {
  type: string;
  /** The text between two events. */
  separator: string;
  item(event: FeedEvent, language: Language): Item;
  /** The text before the events, and the text after them. */
  frame(head: FeedHead, events: readonly FeedEvent[]): [before: string, after: string];
}
