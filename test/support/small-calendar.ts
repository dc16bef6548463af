import { type Answered, buildApp, FRIDAY, type TestApp } from './app.ts';
import { made, NAME, type Plural } from './making.ts';

/** A few records of every kind, for requests with all forms of parameters. */
export interface SmallCalendar {
  app: TestApp;
  /** Puts the ids of records into a text: `venue={hall},{annex}`. */
  fill(text: string): string;
  id(name: string): number;
  /** Sends a new record as JSON. In it, `$hall` becomes the id of a record as a number, `{hall}` as text. */
  create(kind: Plural, fields: Fields): Promise<Answered>;
}

/** The fields of a body. */
export type Fields = Readonly<Record<string, unknown>>;

let count = 0;

const TIMES = { start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 12:00:00' };

/** What a new record of a kind must have, under a name that no other has. */
export const whole = (kind: Plural): Record<string, string> => ({
  [NAME[kind]]: `New ${++count}`,
  ...(kind === 'events' ? TIMES : {}),
});

const day = (number: number) => ({
  start_date: `2026-12-0${number} 10:00:00`,
  end_date: `2026-12-0${number} 12:00:00`,
});

/** Three events, One at the hall, Two at the annex, Three at both, with terms, organizers and an image. */
export async function smallCalendar(): Promise<SmallCalendar> {
  const app = await buildApp({ now: FRIDAY });
  const ids = new Map<string, number>();
  const make = async (name: string, ...[kind, fields]: [Parameters<typeof made>[1], object]) => {
    const record = await made(app, kind, fields);
    ids.set(name, record.id);
    return record.id as number;
  };
  const hall = await make('hall', 'venues', { venue: 'Hall' });
  const annex = await make('annex', 'venues', { venue: 'Annex' });
  const ann = await make('ann', 'organizers', { organizer: 'Ann' });
  const music = await make('music', 'categories', { name: 'Music' });
  const craft = await make('craft', 'categories', { name: 'Art &amp; Craft' });
  const free = await make('free', 'tags', { name: 'Free' });
  const off = await make('off', 'tags', { name: '50% off' });
  const one = { ...day(1), venue: hall, categories: [music], tags: [free], image: 'https://example.org/a.png' };
  await make('one', 'events', { title: 'One', ...one, featured: true });
  await make('two', 'events', { title: 'Two', ...day(2), venue: annex, categories: [craft], tags: [off] });
  await make('three', 'events', { title: 'Three', ...day(3), venue: [hall, annex], organizer: ann, tags: [free, off] });
  const { body } = await app.rest('GET', `/events/${ids.get('one')}`);
  ids.set('picture', body.image.id);
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (all, name) => String(ids.get(name) ?? all));
  const filled = (fields: Fields) => JSON.parse(fill(JSON.stringify(fields).replace(/"\$(\w+)"/g, '{$1}')));
  return {
    app,
    fill,
    id: (name) => ids.get(name)!,
    create: (kind, fields) =>
      app.rest('POST', `/${kind}`, { as: 'administrator', json: { ...whole(kind), ...filled(fields) } }),
  };
}
