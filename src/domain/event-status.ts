import type { Words } from './fields/kind.ts';
import type { Language } from './language.ts';

export type EventStatus = 'scheduled' | 'canceled' | 'postponed';

/** Whether an event takes place as planned. The default is scheduled. The words are those of the plug-in. */
export const EVENT_STATUS = {
  name: 'EventStatus',
  words: ['scheduled', 'canceled', 'postponed'],
  description: 'Whether an event takes place as planned.',
  meanings: {
    scheduled: 'It takes place as planned.',
    canceled: 'It does not take place.',
    postponed: 'It will take place at another time, which is not known yet.',
  },
} as const satisfies Words<EventStatus>;

/** The word for an event that does not take place as planned. Pages show it, and feeds put it before titles and reasons. */
export const OFF_WORDS = {
  en: { CANCELED: 'Cancelled', POSTPONED: 'Postponed' },
  ko: { CANCELED: '취소됨', POSTPONED: '연기됨' },
  es: { CANCELED: 'Cancelado', POSTPONED: 'Aplazado' },
} as const satisfies Record<Language, object>;

export type Attendance = 'offline' | 'online' | 'mixed';

/** How people take part in an event. */
export const ATTENDANCE = {
  name: 'Attendance',
  words: ['offline', 'online', 'mixed'],
  description: 'How people attend an event.',
  meanings: {
    offline: 'In person, or not specified.',
    online: 'Online only.',
    mixed: 'In person and online.',
  },
} as const satisfies Words<Attendance>;

/** What an event says about taking part online: the address, or only that it is possible. */
export interface Online {
  onlineUrl?: string;
  isVirtual?: true;
}

/** Whether people can take part online. */
export const isOnline = ({ onlineUrl, isVirtual }: Online): boolean => onlineUrl !== undefined || isVirtual === true;

/** How people attend an event, by the venues that it links to and what it says about taking part online. */
export function attendanceOf(event: Online & { venues: readonly number[] }): Attendance {
  if (!isOnline(event)) return 'offline';
  return event.venues.length > 0 ? 'mixed' : 'online';
}
