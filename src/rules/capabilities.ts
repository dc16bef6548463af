import { generalRights, type Role } from './access.ts';

/** The kinds of posts by which the reference and its host name capabilities. */
const POSTS = ['posts', 'tribe_events', 'tribe_venues', 'tribe_organizers'] as const;

/**
 * What a role may do, in the words of the reference's host: names of capabilities, each true, the role itself among them.
 * Clients look here for what they may do before they begin.
 */
export function capabilitiesOf(role: Role): Record<string, true> {
  const { write, publish, editOthers, uploadImages, manageTags } = generalRights({ id: 0, role });
  const names = [
    'read',
    ...POSTS.flatMap((posts) => [
      ...(write ? [`edit_${posts}`, `delete_${posts}`] : []),
      ...(publish ? [`publish_${posts}`, `edit_published_${posts}`, `delete_published_${posts}`] : []),
      ...(editOthers ? [`edit_others_${posts}`, `delete_others_${posts}`, `read_private_${posts}`] : []),
      ...(editOthers ? [`edit_private_${posts}`, `delete_private_${posts}`] : []),
    ]),
    ...(uploadImages ? ['upload_files'] : []),
    // The host's word for terms of every kind.
    ...(manageTags ? ['manage_categories'] : []),
    role,
  ];
  return Object.fromEntries(names.map((name) => [name, true]));
}
