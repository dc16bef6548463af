import type { Context } from '../../context.ts';
import { textIn } from '../../rules/language.ts';
import { imageUrl } from '../image/record.ts';
import { pageOfPost } from '../post/address.ts';
import { present } from '../shared/present.ts';
import type { OrganizerRecord } from './record.ts';

/** An organizer as a schema.org Person. Members without a value are left out. */
export const personOf = (organizer: OrganizerRecord, ctx: Context): Record<string, unknown> => ({
  '@type': 'Person',
  name: textIn(organizer, 'name', ctx.language) ?? '',
  description: textIn(organizer, 'description', ctx.language)?.plain ?? '',
  url: pageOfPost('organizer', organizer, ctx),
  ...present({
    image: organizer.image && imageUrl(organizer.image, ctx.links),
    telephone: organizer.phone,
    email: organizer.email,
    sameAs: organizer.website,
  }),
});
