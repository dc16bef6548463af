import { validate } from '../../domain/fields/examine.ts';
import { withStored } from '../../domain/fields/storage.ts';
import { type FieldTable, patchTable } from '../../domain/fields/table.ts';
import type { Language } from '../../domain/language.ts';
import { slugify } from '../../domain/slug.ts';
import { categoryKind } from '../../kinds/category/kind.ts';
import { tagKind } from '../../kinds/tag/kind.ts';
import { nameOf, type TermRecord, withDerivedTerm } from '../../kinds/term/record.ts';
import { newTerm, placeBelow, type TermValues } from '../../kinds/term/write.ts';
import type { Random } from './random.ts';
import { before, original, translations } from './sayings.ts';
import { createSlugs, type Slugs } from './slugs.ts';
import { type Saying, type Story, type Told, whereOf, writingOf } from './story.ts';
import { BRANCH_DESCRIPTION, BRANCHES } from './texts/subjects.ts';
import { TAG_NAMES } from './texts/tags.ts';
import { fillIn, type Words } from './texts/words.ts';
import type { World } from './world.ts';

/** Turns stories into terms, as `createPostMaker` does for posts. Names must be unique. */
export function createTermMaker(
  fields: FieldTable,
  slugs: Slugs,
  nextId: () => number,
): (story: Story<TermValues>, parent?: TermRecord) => TermRecord {
  const patch = patchTable(fields);

  function withWords(record: TermRecord, values: TermValues, saying: Saying): TermRecord {
    const { language } = saying;
    const written = withStored(fields, record, { ...values }, writingOf(saying));
    const own = Object.values(record.slug);
    const wanted = slugify(nameOf(written, language)) || String(record._id);
    return { ...written, modifiedAt: saying.now, slug: { ...written.slug, [language]: slugs.take(wanted, own) } };
  }

  return ({ first, later }, parent) => {
    const values = validate({ table: fields, use: 'create' }, first.values, whereOf(first));
    const fresh = { ...newTerm(nextId(), first), ...placeBelow(parent) };
    let record = withWords(fresh, { description: '', ...values }, first);
    for (const saying of later)
      record = withWords(record, validate({ table: patch, use: 'patch' }, saying.values, whereOf(saying)), saying);
    return withDerivedTerm(record);
  };
}

type ToldTerm = Told<TermRecord, TermValues>;

/** Generates the categories, parents first. */
export function* tellCategories(world: World): Generator<ToldTerm> {
  const random = world.random('categories');
  const make = createTermMaker(categoryKind.fields, createSlugs(), world.nextTerm);
  const made = new Map<number, TermRecord>();
  for (const place of world.sizes.categories) {
    const { name, parent } = BRANCHES[place]!;
    const above = parent === undefined ? undefined : made.get(parent);
    const say = (language: Language) => ({
      name: name[language],
      description: fillIn(BRANCH_DESCRIPTION, { name }, language),
    });
    const story = termStory(world, random, say, above?._id);
    const record = make(story, above);
    made.set(place, record);
    world.linkable.categories.set(place, record._id);
    yield { story, record };
  }
}

/** Generates the tags. */
export function* tellTags(world: World): Generator<ToldTerm> {
  const random = world.random('tags');
  const make = createTermMaker(tagKind.fields, createSlugs(), world.nextTerm);
  const say = (name: Words) => (language: Language) => ({ name: name[language] });
  for (const place of world.sizes.tags) {
    const story = termStory(world, random, say(TAG_NAMES[place]!), undefined);
    const record = make(story);
    world.linkable.tags.set(place, record._id);
    yield { story, record };
  }
}

function termStory(
  { around }: World,
  random: Random,
  say: (language: Language) => { name: string },
  parent: number | undefined,
): Story<TermValues> {
  const language = original(random, 'en');
  const values: TermValues = { ...say(language), ...(parent === undefined ? {} : { parent }) };
  const first = { language, now: before(random, around, 1000, 1500), values };
  // Every term is translated, so that a subject can be found in every language.
  return { first, later: translations(random, first, around, say, 1) };
}
