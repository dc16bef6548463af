import { describe, expect, test } from 'vitest';
import { createAddresses, PAGE_WORDS, type SiteAddress } from '../../src/kinds/addresses.ts';
import { createLinks } from '../../src/kinds/record-urls.ts';

const read = (path: string, words = PAGE_WORDS): SiteAddress | undefined =>
  createAddresses(words).read(new URL(path, 'http://site.example'));

/** What an address says, in a line: language, record, view and form. */
function said(path: string, words = PAGE_WORDS): string {
  const address = read(path, words);
  if (!address) return 'nothing';
  const { segment, record, view, form } = address;
  const { name, date, page = 1, featured } = view ?? {};
  return [
    segment,
    record ? `${record.kind} ${'slug' in record.ref ? record.ref.slug : record.ref.id} ${record.path}` : 'all',
    name && [name, date, page > 1 && `page ${page}`, featured && 'featured'].filter(Boolean).join(' '),
    form === 'page' ? undefined : form,
  ]
    .filter(Boolean)
    .join(', ');
}

describe('an address', () => {
  test.each([
    // Records.
    ['/event/open-day/', 'event open-day /event/open-day/'],
    ['/event/open-day', 'event open-day /event/open-day/'],
    ['/ko/event/%EC%97%B4%eb%a6%b0/', 'ko, event %ec%97%b4%eb%a6%b0 /event/%ec%97%b4%eb%a6%b0/'],
    ['/event/open-day.json', 'event open-day /event/open-day/, json'],
    ['/venue/hall/', 'venue hall /venue/hall/'],
    ['/organizer/ann/', 'organizer ann /organizer/ann/'],
    ['/events/category/music/jazz/', 'category jazz /events/category/music/jazz/'],
    ['/events/category/music/jazz.json', 'category jazz /events/category/music/jazz/, json'],
    ['/tag/free/', 'tag free /tag/free/'],
    ['/events/tag/free/', 'tag free /tag/free/'],
    ['/?post_type=event&p=5', 'event 5 /'],
    ['/?post_type=tribe_events&p=5', 'event 5 /'],
    ['/?post_type=tribe_venue&p=5', 'venue 5 /'],
    ['/?p=5', 'event 5 /'],
    ['/ko/?p=5', 'ko, event 5 /'],
    ['/?tribe_events=open-day', 'event open-day /event/open-day/'],
    ['/?tribe_venue=hall', 'venue hall /venue/hall/'],
    ['/?tribe_organizer=ann', 'organizer ann /organizer/ann/'],
    ['/?tribe_events_cat=%EC%9E%AC%EC%A6%88', 'category %ec%9e%ac%ec%a6%88 /events/category/%ec%9e%ac%ec%a6%88/'],
    ['/event/open-day/embed/', 'event open-day /event/open-day/'],
    ['/event/embed/', 'event embed /event/embed/'],
    // A slug may be a word that stands behind others.
    ['/event/ical/', 'event ical /event/ical/'],
    ['/tag/list/', 'tag list /tag/list/'],
    ['/events/category/feed/', 'category feed /events/category/feed/'],
    // Lists of events.
    ['/events/', 'all'],
    ['/events', 'all'],
    ['/es/events/list/', 'es, all, list'],
    ['/events/list/page/2/', 'all, list page 2'],
    ['/events/page/3/', 'all, list page 3'],
    ['/events/featured/', 'all, list featured'],
    ['/events/list/featured/page/2', 'all, list page 2 featured'],
    ['/events/today/', 'all, day'],
    ['/events/past/page/2/', 'all, past page 2'],
    ['/events/month/', 'all, month'],
    ['/events/month/2026-11/', 'all, month 2026-11'],
    ['/events/2026-11/', 'all, month 2026-11'],
    ['/events/2026-11-20/', 'all, day 2026-11-20'],
    ['/events/day/2026-11-20/', 'all, day 2026-11-20'],
    ['/events/category/music/jazz/month/2026-11/', 'category jazz /events/category/music/jazz/, month 2026-11'],
    ['/venue/hall/list/page/2/', 'venue hall /venue/hall/, list page 2'],
    ['/tag/free/2026-11-20/', 'tag free /tag/free/, day 2026-11-20'],
    ['/events/photo/', 'all, list'],
    ['/events/map/page/2/', 'all, list page 2'],
    ['/events/category/jazz/summary/', 'category jazz /events/category/jazz/, list'],
    ['/events/week/', 'all, month'],
    ['/events/week/2026-11-20/', 'all, month 2026-11'],
    // Feeds by their path.
    ['/events/rss/', 'all, rss'],
    ['/events/category/jazz/rss/', 'category jazz /events/category/jazz/, rss'],
    ['/feed/?post_type=tribe_events', 'all, rss'],
    ['/event/open-day/ical/', 'event open-day /event/open-day/, ics'],
    ['/events/ical/', 'all, ics'],
    ['/ko/events/feed/', 'ko, all, rss'],
    ['/events/feed/rss/', 'all, rss'],
    ['/events/feed/rss2/', 'all, rss'],
    ['/events/feed/atom', 'all, rss'],
    ['/events/feed/rdf/', 'all, rss'],
    ['/events/2026-11-20/ical/', 'all, day 2026-11-20, ics'],
    ['/events/category/music/jazz/ical/', 'category jazz /events/category/music/jazz/, ics'],
    ['/events/category/jazz/feed/', 'category jazz /events/category/jazz/, rss'],
    ['/events/category/jazz/2026-11-20/ical/', 'category jazz /events/category/jazz/, day 2026-11-20, ics'],
    ['/events/tag/free/feed/rss2/', 'tag free /tag/free/, rss'],
    ['/venue/hall/ical/', 'venue hall /venue/hall/, ics'],
    // Feeds by their query, whatever it says.
    ['/event/open-day/?ical=1', 'event open-day /event/open-day/, ics'],
    ['/event/open-day?outlook-ical', 'event open-day /event/open-day/, ics'],
    ['/?post_type=event&p=5&ical=1', 'event 5 /, ics'],
    ['/events/?ical=1', 'all, ics'],
    ['/events/month/2026-11/?ical=', 'all, month 2026-11, ics'],
    ['/venue/hall/?outlook-ical=1', 'venue hall /venue/hall/, ics'],
    ['/?post_type=tribe_events&ical=1&eventDisplay=list', 'all, ics'],
    ['/ko/?ical=1', 'ko, all, ics'],
    ['/?feed=rss2&post_type=tribe_events', 'all, rss'],
    ['/?tribe_events=open-day&ical=1', 'event open-day /event/open-day/, ics'],
    ['/?tribe_events_cat=jazz&ical=1', 'all, ics'],
    ['/events/?feed=atom', 'all, rss'],
    ['/tag/free/?feed=feed', 'tag free /tag/free/, rss'],
    // Feeds that nobody serves.
    ['/event/open-day/feed/', 'event open-day /event/open-day/, none'],
    ['/event/open-day/?feed=rss2', 'event open-day /event/open-day/, none'],
    ['/venue/hall/feed/', 'venue hall /venue/hall/, none'],
    ['/events/feed/json/', 'all, none'],
    ['/?feed=comments-rss2', 'all, none'],
    // None of ours.
    ['/', 'nothing'],
    ['/ko/', 'nothing'],
    ['/?post_type=post&p=5', 'nothing'],
    ['/events/2026-13/', 'nothing'],
    ['/events/2026-02-30/', 'nothing'],
    ['/events/list/page/0/', 'nothing'],
    ['/events/open-day/', 'nothing'],
    ['/events.json', 'nothing'],
    ['/tag/free/list.json', 'nothing'],
    ['/event/', 'nothing'],
    ['/feed/', 'nothing'],
    ['/feed/?post_type=post', 'nothing'],
    ['/events/week/2026-11/', 'nothing'],
    ['/?tribe_events=', 'nothing'],
    ['/docs?ical=1', 'nothing'],
  ])('%s says: %s', (path, expected) => {
    expect(said(path)).toBe(expected);
  });
});

test.each([
  ['/events/category/music/', 'music'],
  ['/events/category/music/list/', 'list'],
  ['/events/category/music/list/ical/', 'ical'],
  ['/venue/hall/', 'hall'],
  ['/venue/hall/list/', undefined],
  ['/events/list/', undefined],
])('the record whose page is at %s has the slug %s', (address, slug) => {
  const links = createLinks({ site: 'https://site.example', restRoot: '/r', namespace: 'n', standard: 'en' });
  expect(links.recordAt(address)?.ref).toEqual(slug && { slug });
});

describe('the words of a site', () => {
  const words = { events: '행사', event: 'agenda' };

  test.each([
    ['/agenda/open-day/', 'event open-day /agenda/open-day/'],
    [`/${encodeURIComponent('행사')}/list/?ical=1`, 'all, list, ics'],
    ['/ko/행사/category/jazz/', `ko, category jazz /${encodeURIComponent('행사').toLowerCase()}/category/jazz/`],
    ['/events/', 'nothing'],
    ['/event/open-day/', 'nothing'],
    ['/venue/hall/', 'venue hall /venue/hall/'],
  ])('make %s say: %s', (path, expected) => {
    expect(said(path, words)).toBe(expected);
  });
});
