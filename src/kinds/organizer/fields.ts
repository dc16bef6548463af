import { table } from '../../domain/fields/table.ts';
import { email } from '../../domain/fields/text-kinds.ts';
import {
  customFields,
  htmlText,
  linkedImageField,
  nameText,
  postFields,
  sharedLine,
  statusField,
  websiteField,
} from '../post/fields.ts';

/** The fields of an organizer (specification §2.3). */
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
    description: 'E-mail address, or several separated by commas, shown to everybody as sent.',
  },
  ...linkedImageField,
  ...customFields,
});
