import { line } from '../../fields/kinds.ts';
import { type PatchOf, table } from '../../fields/table.ts';
import { stripTags } from '../../rules/html.ts';

/** What can be said of an image. */
export const imagePatch = table({
  alternativeText: {
    kind: line(),
    wire: 'alternative_text',
    clearable: true,
    stored: 'text',
    shown: 'line',
    clean: stripTags,
    description: 'What stands in the place of the image for people who cannot see it.',
  },
});

export type ImagePatch = PatchOf<typeof imagePatch>;
