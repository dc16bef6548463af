import { dayAfter, weekdayOf } from '../../domain/days.ts';
import type { View } from '../../kinds/addresses.ts';

/** What narrows any list of events, by the parameter of its address: `?free=1`. Each is a filter of events on a day. */
const CHOICES = {
  weekend(today: string) {
    const weekday = weekdayOf(today);
    // On a Sunday, the weekend began yesterday.
    const saturday = dayAfter(today, weekday === 0 ? -1 : 6 - weekday);
    return { dateOverlaps: { from: saturday, to: dayAfter(saturday) } };
  },
  free: () => ({ isFree: true }),
  online: () => ({ attendance: ['ONLINE', 'MIXED'] }),
  // `showsOnce` says where.
  hide_subsequent_recurrences: () => ({}),
};

export type Choice = keyof typeof CHOICES;

/** What can be chosen, in the order of the links. */
export const CHOSEN = Object.keys(CHOICES) as Choice[];

/** Whether a parameter is on. */
export const isOn = (query: URLSearchParams, name: string): boolean => /^(1|true)$/.test(query.get(name)?.trim() ?? '');

/** What an address chooses. */
export const chosenIn = (query: URLSearchParams): Choice[] => CHOSEN.filter((name) => isOn(query, name));

/**
 * Whether a view shows each series once. Views of a month or a day show all that takes place then, and what is over is over. Of a
 * weekend, what is stored does not tell the first.
 */
export const showsOnce = (name: View['name'], chosen: readonly Choice[], isSearch = false): boolean =>
  name === 'list' && !chosen.includes('weekend') && (isSearch || chosen.includes(ONCE));

/** The choice of each series once, as the plug-in calls it. */
export const ONCE = 'hide_subsequent_recurrences' satisfies Choice;

/** The filter of what is chosen, in the zone in which it is this day. */
export const whereChosen = (chosen: readonly Choice[], today: string): object =>
  Object.assign({}, ...chosen.map((name) => CHOICES[name](today)));
