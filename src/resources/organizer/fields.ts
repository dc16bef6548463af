import { image, text, url } from '../../fields/kinds.ts';
import { type InputOf, type PatchOf, patchTable, table } from '../../fields/table.ts';
import { stripTags } from '../../rules/html.ts';
import { html, linkedFilters, postFields, statusField, TITLE } from '../post/fields.ts';

const line = text({ zero: 'allowed', max: 1000 });

/** What an organizer is made of (specification §2.3). */
export const organizerFields = table({
  name: {
    kind: TITLE,
    wire: 'organizer',
    required: true,
    whenBlank: 'BLANK_ORGANIZER_NAME',
    stored: 'text',
    clean: (name: string) => name.trim(),
    description: 'Name of the organizer.',
  },
  ...postFields,
  description: {
    kind: text(),
    wire: 'description',
    clearable: true,
    stored: 'text',
    clean: html,
    description: 'Description, as HTML.',
  },
  ...statusField,
  phone: {
    kind: line,
    wire: 'phone',
    clearable: true,
    stored: 'shared',
    clean: stripTags,
    blank: '',
    description: 'Telephone number.',
  },
  website: {
    kind: url(),
    wire: 'website',
    clearable: true,
    stored: 'shared',
    blank: '',
    description: 'Address of the website of the organizer.',
  },
  email: {
    kind: line,
    wire: 'email',
    clearable: true,
    stored: 'shared',
    clean: stripTags,
    blank: '',
    description: 'E-mail address, shown to everybody as it is.',
  },
  image: { kind: image(), wire: 'image', clearable: true, description: 'Id or address of the image of the organizer.' },
});

export const organizerPatch = patchTable(organizerFields);

/** What a list of organizers is filtered by (specification §4.4). */
export const organizerFilters = linkedFilters;

export type OrganizerInput = InputOf<typeof organizerFields>;
export type OrganizerPatch = PatchOf<typeof organizerFields>;
