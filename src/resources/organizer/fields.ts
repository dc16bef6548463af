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
    shown: 'plain',
    clean: (name: string) => name.trim(),
    default: null,
    description: 'Name of the organizer.',
  },
  author: { ...postFields.author, default: null },
  date: { ...postFields.date, default: null },
  dateUtc: { ...postFields.dateUtc, default: null },
  description: {
    kind: text(),
    wire: 'description',
    clearable: true,
    stored: 'text',
    shown: 'html',
    clean: html,
    default: null,
    description: 'Description, as HTML.',
  },
  status: { ...statusField.status, default: null },
  phone: {
    kind: line,
    wire: 'phone',
    clearable: true,
    stored: 'shared',
    clean: stripTags,
    blank: '',
    default: null,
    description: 'Telephone number.',
  },
  website: {
    kind: url(),
    wire: 'website',
    clearable: true,
    stored: 'shared',
    blank: '',
    default: null,
    description: 'Address of the website of the organizer.',
  },
  email: {
    kind: line,
    wire: 'email',
    clearable: true,
    stored: 'shared',
    clean: stripTags,
    blank: '',
    default: null,
    description: 'E-mail address, shown to everybody as it is.',
  },
  image: {
    kind: image(),
    wire: 'image',
    clearable: true,
    default: null,
    description: 'Id or address of the image of the organizer.',
  },
});

export const organizerPatch = patchTable({
  ...organizerFields,
  name: { ...organizerFields.name, whenBlank: 'BLANK_ORGANIZER_RENAME' },
});

/** What a list of organizers is filtered by (specification §4.4). */
export const organizerFilters = linkedFilters;

export type OrganizerInput = InputOf<typeof organizerFields>;
export type OrganizerPatch = PatchOf<typeof organizerFields>;
