import { expect, test } from 'vitest';
import { googleCalendarUrl, type Invitation, outlookCalendarUrl } from '../../src/domain/calendar-links.ts';

const EVENT: Invitation = {
  title: 'Concert',
  startsAt: Date.UTC(2027, 0, 2, 18),
  endsAt: Date.UTC(2027, 0, 2, 20),
  zone: 'UTC',
  allDay: false,
  details: 'One\n\nTwo',
  url: 'https://site.example/event/concert/',
};
const MEETING = 'https://meet.example/';

/** What the links say about place and text: all of them the same. */
function saidIn(event: Invitation): (string | null)[] {
  const [google, outlook, atWork] = [
    googleCalendarUrl(event),
    outlookCalendarUrl(event),
    outlookCalendarUrl(event, 'outlook.office.com'),
  ].map((address) => new URL(address).searchParams);
  const said = [google!.get('location'), google!.get('details')];
  for (const each of [outlook!, atWork!]) expect([each.get('location'), each.get('body')]).toEqual(said);
  return said;
}

test.each([
  ['nowhere', {}, null, ''],
  ['online', { onlineUrl: MEETING }, MEETING, ''],
  ['in a hall', { location: 'Hall', onlineUrl: null }, 'Hall', ''],
  ['in a hall and online', { location: 'Hall', onlineUrl: MEETING }, 'Hall', `${MEETING}\n\n`],
])('links to calendars say where an event is, and its page: %s', (_, place, location, online) => {
  expect(saidIn({ ...EVENT, ...place })).toEqual([location, `One\n\nTwo\n\n${online}${EVENT.url}`]);
});

test('accounts of an employer or a school have an Outlook of their own', () => {
  expect(new URL(outlookCalendarUrl(EVENT)).host).toBe('outlook.live.com');
  expect(new URL(outlookCalendarUrl(EVENT, 'outlook.office.com')).host).toBe('outlook.office.com');
});
