import { upload } from '../../domain/fields/kinds.ts';
import { type InputOf, type PatchOf, table } from '../../domain/fields/table.ts';
import { line, plainUrl } from '../../domain/fields/text-kinds.ts';
import { stripTags } from '../../domain/html.ts';

/** The fields of an image that clients can change. */
export const imagePatch = table({
  alternativeText: {
    kind: line(),
    wire: 'alternative_text',
    clearable: true,
    stored: 'text',
    shown: 'line',
    clean: stripTags,
    description: 'Text for people who cannot see the image.',
  },
  title: {
    kind: line(),
    wire: 'title',
    clearable: true,
    stored: 'text',
    shown: 'line',
    clean: stripTags,
    description: 'Its title. The one of an upload is the name of its file, if you send none.',
  },
});

export type ImagePatch = PatchOf<typeof imagePatch>;

/** The input for creating an image. */
export const newImageFields = table({
  url: { kind: plainUrl(), wire: 'url', required: true, description: 'Its absolute http(s) address.' },
});

/** The input for bringing in an image as a file. */
export const uploadFields = table({
  file: {
    kind: upload(),
    wire: 'file',
    required: true,
    description: 'A JPEG, PNG, WebP, AVIF or GIF of at most 10 MB.',
  },
  ...imagePatch,
});

export type UploadInput = InputOf<typeof uploadFields>;

/** REST calls the text in place of an image otherwise. */
const inMedia = { alternativeText: { ...imagePatch.alternativeText, wire: 'alt_text' } };

/** What REST takes for a new image and for changes, as the host does. */
export const mediaFields = table({ ...uploadFields, ...inMedia });
export const mediaPatch = table({ ...imagePatch, ...inMedia });
