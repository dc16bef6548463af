import { validate } from '../../domain/fields/examine.ts';
import { withStored } from '../../domain/fields/storage.ts';
import type { Language } from '../../domain/language.ts';
import { type ImagePatch, imagePatch } from '../../kinds/image/fields.ts';
import type { ImageCopy, ImageRecord } from '../../kinds/image/record.ts';
import { copyOf, newImage } from '../../kinds/image/service.ts';
import { callerOf, type Saying, type Story, writingOf } from './story.ts';

/** The images. Each is created with the first record that shows it. */
export interface Pictures {
  /** The copy of its image that a record keeps. */
  link(story: Story): { image?: ImageCopy };
  /** The images created since the last call. */
  fresh(): ImageRecord[];
  /** All images. */
  all(): ImageRecord[];
}

export function createPictures(nextId: () => number): Pictures {
  const byPath = new Map<string, ImageRecord>();
  let waiting: ImageRecord[] = [];

  function bringIn({ path, captions }: NonNullable<Story['picture']>, saying: Saying): ImageRecord {
    let record = newImage(nextId(), path, callerOf(saying));
    for (const [language, alternativeText] of Object.entries(captions)) {
      const writing = writingOf({ ...saying, language: language as Language });
      const values: ImagePatch = validate({ table: imagePatch, use: 'patch' }, { alternativeText }, writing);
      record = withStored(imagePatch, record, values as Record<string, unknown>, writing);
    }
    byPath.set(path, record);
    waiting.push(record);
    return record;
  }

  return {
    link({ picture, first }) {
      if (!picture) return {};
      const record = byPath.get(picture.path) ?? bringIn(picture, first);
      return { image: copyOf(record) };
    },
    fresh() {
      const records = waiting;
      waiting = [];
      return records;
    },
    all: () => [...byPath.values()],
  };
}
