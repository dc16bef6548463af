import { RESERVED_SLUGS } from '../../domain/slug.ts';
import type { EventInput } from '../../kinds/event/fields.ts';
import { identityOf } from '../../kinds/event/identity.ts';
import { eventKind } from '../../kinds/event/kind.ts';
import type { EventRecord } from '../../kinds/event/record.ts';
import { eventTimes } from '../../kinds/event/times.ts';
import { festivalStory } from './festival.ts';
import { showingOf } from './lineup.ts';
import { idsOf } from './links.ts';
import { createPostMaker } from './make-post.ts';
import { otherStory } from './other-story.ts';
import { createPlans } from './plans.ts';
import { programmeStory } from './programme-story.ts';
import { createSlugs } from './slugs.ts';
import type { Story, Told } from './story.ts';
import type { World } from './world.ts';

/**
 * Generates all events one by one: the festival, the city's programme, then made-up ones. They link only to records that
 * were generated before.
 */
export function* tellEvents(world: World): Generator<Told<EventRecord, EventInput>> {
  const random = world.random('events');
  const plans = createPlans(world.random('plans'));
  const make = createPostMaker<EventRecord, EventInput>(
    eventKind,
    { slugs: createSlugs(RESERVED_SLUGS), pictures: world.pictures, nextId: world.nextPost },
    (values, { now }) => ({
      ...eventTimes(values, undefined, { zone: 'UTC', now }),
      ...identityOf(undefined, {}, world.newUid),
      venues: idsOf(values.venues),
      organizers: idsOf(values.organizers),
      categories: idsOf(values.categories),
      tags: idsOf(values.tags),
    }),
  );
  const storyOf = (number: number): Story<EventInput> => {
    if (number === 0) return festivalStory(world);
    const showing = showingOf(number);
    return showing ? programmeStory(world, showing, number) : otherStory(world, { random, plans, number });
  };
  for (let number = 0; number < world.parameters.events; number++) {
    const story = storyOf(number);
    yield { story, record: make(story) };
  }
}
