import { email } from '../../fields/kinds.ts';
import { type InputOf, type PatchOf, patchTable, table } from '../../fields/table.ts';
import {
  htmlText,
  linkedFilters,
  linkedImageField,
  nameText,
  postFields,
  sharedLine,
  statusField,
  websiteField,
} from '../post/fields.ts';

/** What an organizer is made of (specification §2.3). */
export const organizerFields = table({
  author: { ...postFields.author, default: null },
  date: { ...postFields.date, default: null },
  dateUtc: { ...postFields.dateUtc, default: null },
  name: { ...nameText('organizer', 'BLANK_ORGANIZER_NAME', 'Name of the organizer.'), default: null },
  description: { ...htmlText('description', 'Description, as HTML.'), default: null },
  status: { ...statusField.status, default: null },
  phone: sharedLine('phone', 'Telephone number.'),
  ...websiteField,
  email: {
    kind: email(),
    wire: 'email',
    clearable: true,
    stored: 'shared',
    blank: '',
    default: null,
    description: 'E-mail address, or several with commas between, shown to everybody as sent.',
  },
  ...linkedImageField,
});

export const organizerPatch = patchTable({
  ...organizerFields,
  name: { ...organizerFields.name, whenBlank: 'BLANK_ORGANIZER_RENAME' },
});

/** What a list of organizers is filtered by (specification §4.4). */
export const organizerFilters = linkedFilters;

export type OrganizerInput = InputOf<typeof organizerFields>;
export type OrganizerPatch = PatchOf<typeof organizerFields>;
