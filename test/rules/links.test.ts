import { expect, test } from 'vitest';
import type { KindName } from '../../src/kinds/kinds.ts';
import { createLinks } from '../../src/kinds/record-urls.ts';

const links = createLinks({
  site: 'https://example.org',
  restRoot: '/wp-json',
  namespace: 'calendar/events/v1',
  standard: 'en',
});

const PAGES: readonly (readonly [KindName, string])[] = [
  ['event', 'https://example.org/event/a/'],
  ['venue', 'https://example.org/venue/a/'],
  ['organizer', 'https://example.org/organizer/a/'],
  ['category', 'https://example.org/events/category/a/'],
  ['tag', 'https://example.org/tag/a/'],
];

test.each(PAGES)('the page of a record of kind %s is %s', (kind, address) => {
  expect(links.page(kind, ['a'], 1)).toBe(address);
});
