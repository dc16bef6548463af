import { categoryFields } from '../resources/category/fields.ts';
import { tagFields } from '../resources/tag/fields.ts';
import type { TermRecord } from '../resources/term/record.ts';
import type { TermValues } from '../resources/term/write.ts';
import type { Language } from '../rules/language.ts';
import { createTermMaker } from './make-term.ts';
import type { Random } from './random.ts';
import { before, original, translations } from './sayings.ts';
import { createSlugs } from './slugs.ts';
import type { Story, Told } from './story.ts';
import { BRANCH_DESCRIPTION, BRANCHES } from './texts/subjects.ts';
import { TAG_NAMES } from './texts/tags.ts';
import { fillIn, type Words } from './texts/words.ts';
import type { World } from './world.ts';

type ToldTerm = Told<TermRecord, TermValues>;

/** Every category, each behind its parent. */
export function* tellCategories(world: World): Generator<ToldTerm> {
  const random = world.random('categories');
  const make = createTermMaker(categoryFields, createSlugs(), world.nextTerm);
  const made: TermRecord[] = [];
  for (const { name, parent } of BRANCHES) {
    const above = parent === undefined ? undefined : made[parent];
    const say = (language: Language) => ({
      name: name[language],
      description: fillIn(BRANCH_DESCRIPTION, { name }, language),
    });
    // Who looks for a subject finds it in every language.
    const story = termStory(world, random, say, above?._id, above ? 0.8 : 1);
    const record = make(story, above);
    made.push(record);
    world.known.branches.push(record._id);
    yield { story, record };
  }
}

/** As many tags as there are to be. */
export function* tellTags(world: World): Generator<ToldTerm> {
  const random = world.random('tags');
  const make = createTermMaker(tagFields, createSlugs(), world.nextTerm);
  const say = (name: Words) => (language: Language) => ({ name: name[language] });
  for (const name of TAG_NAMES.slice(0, world.sizes.tags)) {
    const story = termStory(world, random, say(name), undefined, 0.6);
    const record = make(story);
    world.known.tags.push(record._id);
    yield { story, record };
  }
}

function termStory(
  { around }: World,
  random: Random,
  say: (language: Language) => { name: string },
  parent: number | undefined,
  often: number,
): Story<TermValues> {
  const language = original(random, 'en');
  const values: TermValues = { ...say(language), ...(parent === undefined ? {} : { parent }) };
  const first = { language, now: before(random, around, 1000, 1500), values };
  return { first, later: translations(random, first, around, say, often) };
}
