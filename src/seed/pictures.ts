import { validate } from '../fields/examine.ts';
import { withStored } from '../fields/storage.ts';
import { type ImagePatch, imagePatch } from '../resources/image/fields.ts';
import type { ImageCopy, ImageRecord } from '../resources/image/record.ts';
import { copyOf, newImage } from '../resources/image/service.ts';
import type { Language } from '../rules/language.ts';
import { callerOf, type Saying, type Story, writingOf } from './story.ts';

/** The images, which come in with the first record that shows them. */
export interface Pictures {
  /** The copy that a record keeps of the image of its story. */
  link(story: Story): { image?: ImageCopy };
  /** The records of those that came in since the last call. */
  fresh(): ImageRecord[];
  /** All records as they are now. */
  all(): ImageRecord[];
}

export function createPictures(nextId: () => number): Pictures {
  const known = new Map<string, ImageRecord>();
  let waiting: ImageRecord[] = [];

  function bringIn({ path, captions }: NonNullable<Story['picture']>, saying: Saying): ImageRecord {
    let record = newImage(nextId(), path, callerOf(saying));
    for (const [language, alternativeText] of Object.entries(captions)) {
      const writing = writingOf({ ...saying, language: language as Language });
      const values: ImagePatch = validate({ table: imagePatch, use: 'patch' }, { alternativeText }, writing);
      record = withStored(imagePatch, record, values as Record<string, unknown>, writing);
    }
    known.set(path, record);
    waiting.push(record);
    return record;
  }

  return {
    link({ picture, first }) {
      if (!picture) return {};
      const record = known.get(picture.path) ?? bringIn(picture, first);
      return { image: copyOf(record) };
    },
    fresh() {
      const records = waiting;
      waiting = [];
      return records;
    },
    all: () => [...known.values()],
  };
}
