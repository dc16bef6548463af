import type { Store } from '../../../src/data/port.ts';
import { isLanguage } from '../../../src/domain/language.ts';
import type { Context } from '../../../src/kinds/context.ts';
import type { ImageService } from '../../../src/kinds/image/service.ts';
import { tellEvents } from '../../../src/tools/seed/events.ts';
import { tellOrganizers } from '../../../src/tools/seed/organizers.ts';
import type { Parameters } from '../../../src/tools/seed/parameters.ts';
import { callerOf, type Picture, type Saying, type Story } from '../../../src/tools/seed/story.ts';
import { tellCategories, tellTags } from '../../../src/tools/seed/terms.ts';
import { tellVenues } from '../../../src/tools/seed/venues.ts';
import { createWorld } from '../../../src/tools/seed/world.ts';
import { LINKS, servicesOf } from '../../support/services.ts';

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
  const { services, contextOf: contextFor } = servicesOf(store, createWorld(parameters).newUid);
  const contextOf = (saying: Pick<Saying, 'language' | 'now'>): Context => contextFor(callerOf(saying));
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
