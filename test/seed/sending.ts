import { expect } from 'vitest';
import { createChanges } from '../../src/changes/changes.ts';
import { type Context, newBasis } from '../../src/context.ts';
import { createLinks } from '../../src/links.ts';
import type { ImageService } from '../../src/resources/image/service.ts';
import { createResources } from '../../src/resources/services.ts';
import { isLanguage } from '../../src/rules/language.ts';
import { tellEvents } from '../../src/seed/events.ts';
import { tellOrganizers } from '../../src/seed/organizers.ts';
import type { Parameters } from '../../src/seed/parameters.ts';
import { callerOf, type Picture, type Saying, type Story } from '../../src/seed/story.ts';
import { tellCategories, tellTags } from '../../src/seed/terms.ts';
import { tellVenues } from '../../src/seed/venues.ts';
import { createWorld } from '../../src/seed/world.ts';
import type { Store } from '../../src/store/port.ts';

const LINKS = createLinks({
  site: 'http://127.0.0.1:4000',
  restRoot: '/wp-json',
  namespace: 'calendar/events/v1',
  standard: 'en',
});

/** The operations that a story needs, whatever the kind. */
interface Telling {
  create(values: object, ctx: Context): Promise<{ _id: number }>;
  update(ref: { id: number }, values: object, ctx: Context): Promise<unknown>;
  remove(ref: { id: number }, ctx: Context): Promise<unknown>;
}

/** What is sent of a seed: everything, or venues and organizers. */
export type Part = 'all' | 'linked';

/** Sends the stories of a seed to the services of an empty calendar, one after the other, as people would. */
export async function sendAll(store: Store, parameters: Parameters, part: Part = 'all'): Promise<void> {
  const { services, createLoaders } = createResources({
    store,
    changes: createChanges(store, Date.now),
    usersByIds: async (ids) => ids.map((id) => ({ id, name: String(id), role: 'author' })),
    keptBytes: 2 ** 20,
    damaged: (...damage) => expect(damage).toBeUndefined(),
  });
  const contextOf = (saying: Pick<Saying, 'language' | 'now'>): Context => {
    const caller = { ...callerOf(saying), running: {} };
    return {
      ...caller,
      zone: 'Asia/Tokyo',
      embedHosts: [],
      links: LINKS,
      loaders: createLoaders(caller),
      basis: newBasis(),
    };
  };
  const pictures = new Map<string, { picture: Picture; saying: Saying }>();

  async function send(service: Telling, { first, later, removed, picture }: Story): Promise<void> {
    const image = picture ? { image: LINKS.site + picture.path } : {};
    const { _id: id } = await service.create({ ...first.values, ...image }, contextOf(first));
    for (const saying of later) await service.update({ id }, saying.values, contextOf(saying));
    for (const now of removed === undefined ? [] : [removed])
      await service.remove({ id }, contextOf({ ...first, now }));
    for (const shown of picture ? [picture] : []) pictures.set(shown.path, { picture: shown, saying: first });
  }

  const world = createWorld(parameters);
  const { category, tag, venue, organizer, event } = services;
  const isWhole = part === 'all';
  for (const { story } of isWhole ? tellCategories(world) : []) await send(category as object as Telling, story);
  for (const { story } of isWhole ? tellTags(world) : []) await send(tag as object as Telling, story);
  for (const { story } of tellVenues(world)) await send(venue as object as Telling, story);
  for (const { story } of tellOrganizers(world)) await send(organizer as object as Telling, story);
  for (const { story } of isWhole ? tellEvents(world) : []) await send(event as object as Telling, story);
  for (const { picture, saying } of pictures.values()) await caption(store, services.image, picture, saying, contextOf);
}

async function caption(
  store: Store,
  images: ImageService,
  { path: url, captions }: Picture,
  { now }: Saying,
  contextOf: (saying: Pick<Saying, 'language' | 'now'>) => Context,
): Promise<void> {
  const [image] = await store.find<{ _id: number }>('images', { url });
  for (const language of Object.keys(captions).filter(isLanguage))
    await images.update({ id: image!._id }, { alternativeText: captions[language]! }, contextOf({ language, now }));
}
