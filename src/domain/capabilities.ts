import { generalRights, type Role } from './access.ts';

/** The kinds of posts in the capability names of the reference and its host. */
const POSTS = ['posts', 'tribe_events', 'tribe_venues', 'tribe_organizers'] as const;

/**
 * The capabilities of a role, under the names that the reference's host uses. Each is true, and the role itself is among them.
 * Clients read them to learn beforehand what they may do.
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
    // The host uses this name for terms of every kind.
    ...(manageTags ? ['manage_categories'] : []),
    role,
  ];
  return Object.fromEntries(names.map((name) => [name, true]));
}
