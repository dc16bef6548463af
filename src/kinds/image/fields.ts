import { type PatchOf, table } from '../../domain/fields/table.ts';
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
});

export type ImagePatch = PatchOf<typeof imagePatch>;

/** The input for creating an image. */
export const newImageFields = table({
  url: { kind: plainUrl(), wire: 'url', required: true, description: 'Its absolute http(s) address.' },
});
